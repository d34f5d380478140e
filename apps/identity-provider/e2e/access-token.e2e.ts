import { given, type HttpAnswer } from '@governance/testing';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { beginSession } from './support/change-payload';
import { TestApplication, type Tokens } from './support/applications';
import { apiUrl, claimsNamespace, type IdentityServer } from './support/identity-server';
import {
  addOrganization,
  addSecretMachine,
  newClient,
  newSecret,
  organization,
  permissions,
  type SecretMachine,
} from './support/machines';
import { addPerson, type TestPerson } from './support/people';
import { PersonBrowser } from './support/person-browser';
import { sharedProvider } from './support/shared-provider';

describe('an access token of a machine', () => {
  const identity = given(sharedProvider);
  let machine: SecretMachine;
  const ask = (form: Record<string, string> = {}): ReturnType<IdentityServer['token']> =>
    identity.token({ client_id: machine.clientId, client_secret: machine.secret, ...form });

  beforeAll(async () => {
    await addOrganization(identity.manage);
    machine = await addSecretMachine(identity.manage);
  });

  it('names its subject, audience, issuer, lifetime, organization and permissions § 5.2.4b rfc9068-2.1a rfc9068-2.2a rfc9068-2.2b rfc9068-3a', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await ask();
    const keys = createRemoteJWKSet(new URL(`${identity.issuer}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(String(body.access_token), keys);
    const { iat = 0, exp = 0, jti } = payload;
    expect(payload).toEqual({
      iss: identity.issuer,
      sub: machine.clientId,
      client_id: machine.clientId,
      aud: apiUrl,
      org_id: organization,
      permissions,
      scope: 'api:full:read api:full:write',
      iat,
      exp,
      jti,
      [`${claimsNamespace}org_name`]: 'Acme MSP',
    });
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(exp - iat).toBe(600);
    expect(jti).toMatch(/^.{20,}$/);
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) as string });
  });

  it('has an id of its own § rfc9068-2.2a V7.2.2', async () => {
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.body.access_token).not.toBe(other.body.access_token);
  });

  it('must not be cached § V14.3.2', async () => {
    const { headers } = await ask();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('has the requested scope § rfc9068-2.2.3a', async () => {
    const { body } = await ask({ scope: 'api:full:read' });
    expect(body.scope).toBe('api:full:read');
    const [, payload = ''] = String(body.access_token).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      scope: 'api:full:read',
    });
  });

  it('has the permissions that the requested scope covers, and all permissions without a requested scope', async () => {
    const secret = newSecret();
    const held = ['m2m:credentials:read', 'm2m:credentials:write', 'org:results:read'];
    const client = { ...newClient({ method: 'secret', secret }), permissions: held };
    const { body: made } = await identity.manage('PUT', '/client-tags/narrowed', client);
    const permitted = async (form: Record<string, string>): Promise<unknown> => {
      const secrets = { client_id: String(made.clientId), client_secret: secret };
      const { body } = await identity.token({ ...secrets, ...form });
      return decodeJwt(String(body.access_token)).permissions;
    };
    expect(await permitted({ scope: 'api:full:read' })).toEqual(['m2m:credentials:read', 'org:results:read']);
    expect(await permitted({ scope: 'api:full:write' })).toEqual(['m2m:credentials:write']);
    expect(await permitted({ scope: 'api:full:write api:full:read' })).toEqual(held);
    expect(await permitted({})).toEqual(held);
    expect(await permitted({ scope: '' })).toEqual(held);
  });

  it.each(['api:full:admin', 'api:full:read openid', 'offline_access'])(
    'is refused for a scope that the client does not have: %s § rfc9068-3b V10.4.11',
    async (scope) => {
      const { status, body } = await ask({ scope });
      expect([status, body.error]).toEqual([400, 'invalid_scope']);
    },
  );

  it('is refused for a scope that only other clients have', async () => {
    const secret = newSecret();
    const client = { ...newClient({ method: 'secret', secret }), scope: ['api:full:read'] };
    const { body: made } = await identity.manage('PUT', '/client-tags/reader', client);
    const form = { client_id: String(made.clientId), client_secret: secret };
    expect((await identity.token({ ...form, scope: 'api:full:write' })).body.error).toBe('invalid_scope');
    expect((await identity.token(form)).body.scope).toBe('api:full:read');
  });

  it('can be requested for the platform, and for no other resource § rfc9068-3a rfc9068-3b V9.2.4', async () => {
    expect((await ask({ resource: apiUrl })).status).toBe(200);
    for (const resource of [`${apiUrl}/`, 'https://other.example.org', identity.issuer, 'no url']) {
      const { status, body } = await ask({ resource });
      expect([status, body.error]).toEqual([400, 'invalid_target']);
    }
  });

  it('reflects the current state of the client', async () => {
    const client = newClient({ method: 'secret', secret: machine.secret });
    await identity.manage('PUT', `/client-tags/${machine.tag}`, { ...client, permissions: [] });
    const [, payload = ''] = String((await ask()).body.access_token).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ permissions: [] });
  });

  it('is not bound to a key, because the platform checks no proof of possession', async () => {
    const { body } = await identity.token(
      { client_id: machine.clientId, client_secret: machine.secret },
      { dpop: 'anything' },
    );
    expect(body.token_type).toBe('Bearer');
    expect(decodeProtectedHeader(String(body.access_token))).not.toHaveProperty('jwk');
  });

  it('is not given to a page of any origin § V10.1.1', async () => {
    const form = { client_id: machine.clientId, client_secret: machine.secret };
    const { status, headers, body } = await identity.token(form, { origin: 'https://app.example.org' });
    expect([status, body.access_token]).toEqual([400, undefined]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the userinfo endpoint', () => {
  const identity = given(sharedProvider);
  const application = given(() => TestApplication.open(identity));

  async function tokensOf(person: TestPerson, parameters: Record<string, string>): Promise<Tokens> {
    const browser = new PersonBrowser(identity.issuer);
    return application.enter(await beginSession(identity, person, browser), parameters);
  }

  function ask(token: string, method = 'GET'): Promise<HttpAnswer> {
    return identity.call('/userinfo', { method, headers: { authorization: `Bearer ${token}` } });
  }

  it('answers with what the scopes allow § core-5.1a core-5.3.1a core-5.4a', async () => {
    const person = await addPerson(identity);
    const all = {
      sub: person.userId,
      email: person.email,
      email_verified: true,
      name: 'Assessor',
    };
    const { sub, email, email_verified, name } = all;
    for (const [scope, claims] of [
      ['openid', { sub }],
      ['openid email', { sub, email, email_verified }],
      ['openid profile', { sub, name }],
      ['openid profile email offline_access', all],
    ] as const) {
      const tokens = await tokensOf(person, { scope });
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await ask(tokens.access_token, method);
        expect([status, body]).toEqual([200, claims]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    }
  });

  it('gets a token that is no JWT, also after a refresh, and refuses one for the API § V9.2.2', async () => {
    const person = await addPerson(identity);
    const tokens = await tokensOf(person, { scope: 'openid email offline_access' });
    expect(() => decodeJwt(tokens.access_token)).toThrow();
    const refreshed = await application.refresh(tokens.refresh_token);
    expect((await ask(refreshed.access_token)).status).toBe(200);

    const forApi = await tokensOf(person, {});
    expect(decodeJwt(forApi.access_token).aud).toBe(apiUrl);
    const again = await application.refresh(forApi.refresh_token);
    expect(decodeJwt(again.access_token).aud).toBe(apiUrl);
    for (const token of [forApi.access_token, again.access_token]) {
      const { status, body } = await ask(token);
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
  });

  it('refuses machines, strangers and no token § core-5.3.3a', async () => {
    await addOrganization(identity.manage);
    const machine = await addSecretMachine(identity.manage);
    const { body } = await identity.token({ client_id: machine.clientId, client_secret: machine.secret });
    for (const token of [String(body.access_token), 'x'.repeat(43)]) {
      const answer = await ask(token);
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token']);
    }
    const none = await identity.call('/userinfo');
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    [
      'a member who has left',
      async ({ userId }: TestPerson) => {
        await identity.manage('DELETE', `/organizations/org_left/memberships/${userId}`);
      },
    ],
    [
      'a new password',
      async ({ userId }: TestPerson) => {
        await identity.manage('PUT', `/users/${userId}/password`, {
          password: 'a new long password of tests',
        });
      },
    ],
  ])('refuses a token at once after %s § core-5.3.3a', async (_case, end) => {
    const places = [['org_left', 'viewer']] as const;
    const person = await addPerson(identity, { places });
    const tokens = await tokensOf(person, { scope: 'openid email' });
    expect((await ask(tokens.access_token)).status).toBe(200);
    await end(person);
    expect((await ask(tokens.access_token)).status).toBe(401);
  });

  it('gives no token for the API without its scopes, but for a request that names the API', async () => {
    const person = await addPerson(identity);
    const named = await tokensOf(person, { scope: 'openid', resource: apiUrl });
    expect(decodeJwt(named.access_token)).toMatchObject({ aud: apiUrl, permissions: [] });
  });
});
