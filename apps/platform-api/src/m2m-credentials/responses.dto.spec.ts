import { CredentialListResponse, CredentialResponse } from './credential.dto';
import { exampleCredential, exampleOverlap, exampleSecret } from './credential.openapi';
import { IssuedCredentialResponse } from './issued-credential.dto';

const json = (value: object): unknown => JSON.parse(JSON.stringify(value));

describe('the credential responses', () => {
  it('have exactly the members of the contract', () => {
    const more = { ...exampleCredential, secret: 'secret', keyThumbprint: 'thumbprint' };
    const entry = {
      id: exampleCredential.id,
      name: 'Nightly export',
      client_id: exampleCredential.clientId,
      org_id: 'org_acme',
      credential_type: 'client_secret',
      created_at: '2026-11-20T12:00:00.000Z',
      last_rotated_at: '2026-11-20T12:00:00.000Z',
      service_identity_id: exampleCredential.serviceIdentityId,
      expires_at: null,
      last_used_at: '2026-11-21T02:00:07.000Z',
      permissions: ['self:organization:read', 'm2m:credentials:read'],
      description: 'Copies the results into our data warehouse',
      secrets: [{ last_four: 'mple', created_at: '2026-11-20T12:00:00.000Z', expires_at: null }],
      allowed_networks: ['192.0.2.0/24', '2001:db8:17::/48'],
    };
    expect(json(new CredentialResponse(more))).toEqual(entry);
    const plain = { ...more, description: undefined, allowedNetworks: undefined };
    expect(json(new CredentialResponse({ ...more, kid: 'thumbprint' }))).toEqual({
      ...entry,
      kid: 'thumbprint',
    });
    const none = { description: null, allowed_networks: null };
    expect(json(new CredentialResponse(plain))).toMatchObject(none);
    const all = { entries: [more], nextCursor: undefined };
    expect(JSON.stringify(new CredentialListResponse(all))).toBe(JSON.stringify({ credentials: [entry] }));
    const page = { ...all, nextCursor: 'AQ', orgId: 'canary' };
    expect(json(new CredentialListResponse(page))).toEqual({ credentials: [entry], next_cursor: 'AQ' });
  });

  it('show the previous secret during an overlap, and unknown characters as null', () => {
    expect(json(new CredentialResponse({ ...exampleOverlap, lastFour: undefined }))).toMatchObject({
      expires_at: null,
      secrets: [
        { last_four: null, created_at: '2026-11-25T12:00:00.000Z', expires_at: null },
        {
          last_four: 'mple',
          created_at: '2026-11-20T12:00:00.000Z',
          expires_at: '2026-11-26T12:00:00.000Z',
        },
      ],
    });
  });

  it('contain a secret only if there is one, and no empty member otherwise', () => {
    const { id, name, clientId: client_id, orgId: org_id } = exampleCredential;
    const shown = { id, name, client_id, org_id };
    const credential = { ...exampleCredential, secret: 'not this one' };
    expect(json(new IssuedCredentialResponse({ credential, secret: exampleSecret }))).toEqual({
      ...shown,
      client_secret: exampleSecret,
    });
    expect(json(new IssuedCredentialResponse({ credential, secret: undefined }))).toEqual(shown);
    const ofKey = { ...exampleCredential, kid: 'thumbprint' };
    expect(json(new IssuedCredentialResponse({ credential: ofKey, secret: undefined }))).toEqual({
      ...shown,
      kid: 'thumbprint',
    });
  });
});
