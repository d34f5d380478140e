import { IdentityProviderUnavailable, type ProvidedTrustRule } from '@governance/iam';
import { opened } from '@governance/testing';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedTrustRuleDirectory } from './embedded-trust-rule-directory';

const id = '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19';
const clientId = '6f0b0f7c-1d8e-4b57-8d0c-51a1c6a2f3de';
const issuer = 'https://login.example.org';
const path = '/management/v1/organizations/org_acme/trust-rules';
const rule: ProvidedTrustRule = {
  id,
  name: 'Nightly backup',
  permissions: new Set(['org:results:write']),
  preset: 'oidc',
  issuer: 'https://issuer.example.org',
  audience: issuer,
  subject: 'workload-1',
  conditions: [{ claim: ['team'], oneOf: ['platform', 'data'] }],
  singleUse: true,
  allowedNetworks: undefined,
  keySet: undefined,
  expiresAt: undefined,
};
const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });

describe('the trust rules of the embedded provider', () => {
  const server = opened(startManagementServer);
  let directory: EmbeddedTrustRuleDirectory;
  beforeAll(() => {
    const settings = { issuer, managementUrl: server.managementUrl, managementToken: 'canary-token' };
    directory = new EmbeddedTrustRuleDirectory(settings);
  });

  it('take assertions for its issuer', () => {
    expect(directory.audience).toBe(issuer);
  });

  it('are those that its contract accepts', () => {
    expect(directory.refusalOf(rule)).toBeUndefined();
    expect(directory.refusalOf({ ...rule, name: 'a\u0000b' })).toMatch(/^The rule's name must have 1 to 200/);
    expect(directory.refusalOf({ ...rule, subject: undefined })).toMatch(/^The rule's preset must be one/);
  });

  it('are put whole, and keep their client', async () => {
    server.answer(answering(200, { id, clientId, name: 'Nightly backup' }));
    expect(await directory.put('org_acme', rule)).toEqual({ clientId });
    const limited = {
      ...rule,
      allowedNetworks: ['192.0.2.0/24'],
      keySet: { keys: [{ kty: 'OKP', kid: 'a', crv: 'Ed25519', x: 'AAAA' }] },
      expiresAt: new Date('2026-12-20T12:00:00Z'),
    } as const;
    await directory.put('org_acme', limited);
    expect(server.seen).toMatchObject([
      {
        method: 'PUT',
        url: `${path}/${id}`,
        body: {
          name: 'Nightly backup',
          permissions: ['org:results:write'],
          preset: 'oidc',
          issuer: 'https://issuer.example.org',
          audience: issuer,
          subject: 'workload-1',
          conditions: rule.conditions,
          singleUse: true,
        },
      },
      {
        body: {
          allowedNetworks: limited.allowedNetworks,
          keySet: limited.keySet,
          expiresAt: '2026-12-20T12:00:00.000Z',
        },
      },
    ]);
  });

  it('are removed', async () => {
    server.answer(answering(204, undefined));
    await directory.remove('org_acme', id);
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: `${path}/${id}` }]);
  });

  it('have last refusals', async () => {
    const at = '2026-11-20T12:00:00.000Z';
    const answered = [
      { id, lastRefusal: { at, condition: 'aud' } },
      { id: 'b', lastRefusal: null },
    ];
    server.answer(answering(200, { trustRules: answered }));
    expect(await directory.lastRefusals('org_acme')).toEqual(
      new Map([[id, { at: new Date(at), condition: 'aud' }]]),
    );
    expect(server.seen).toMatchObject([{ method: 'GET', url: path }]);
  });

  it('are tried with an assertion', async () => {
    const conditions = [
      { condition: 'signature', holds: true },
      { condition: 'iss', holds: false },
      { condition: 'single_use', holds: null },
    ];
    server.answer(answering(200, { conditions }), notFound);
    expect(await directory.try('org_acme', id, 'a.b.c')).toEqual([
      { condition: 'signature', holds: true },
      { condition: 'iss', holds: false },
      { condition: 'single_use', holds: undefined },
    ]);
    expect(await directory.try('org_acme', id, 'a.b.c')).toBeUndefined();
    const request = { method: 'POST', url: `${path}/${id}/try`, body: { assertion: 'a.b.c' } };
    expect(server.seen).toMatchObject([request, request]);
  });

  it('are unknown when the provider cannot have them', async () => {
    server.answer(answering(500, undefined));
    await expect(directory.put('..', rule)).rejects.toThrow(IdentityProviderUnavailable);
    await directory.remove('..', id);
    await directory.remove('org_acme', '..');
    expect(await directory.try('org_acme', 'a/b', 'a.b.c')).toBeUndefined();
    expect(await directory.lastRefusals('..')).toEqual(new Map());
    expect(server.seen).toEqual([]);
  });

  it.each([
    { id: 'canary', clientId, conditions: 'canary', trustRules: 'canary' },
    {
      id,
      clientId: 'canary',
      conditions: [{ condition: 'canary' }],
      trustRules: [{ id: 7, name: 'canary' }],
    },
  ])('are not trusted as %j, and no error quotes an answer or an assertion', async (answer) => {
    server.answer(answering(200, answer));
    for (const work of [
      () => directory.put('org_acme', rule),
      () => directory.lastRefusals('org_acme'),
      () => directory.try('org_acme', id, 'canary'),
    ]) {
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(IdentityProviderUnavailable);
      expect(String((error as Error).cause)).not.toContain('canary');
    }
  });
});
