import { IdentityProviderUnavailable, type ProvidedTrustRule, TrustRuleRefused } from '@governance/iam';
import { given } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { KeycloakTrustRuleDirectory } from './keycloak-trust-rule-directory';
import { workloadIssuerAlias } from './workload-issuer';

const id = randomUUID();
const [realm, workloads] = ['https://login.example.org/realms/acme', 'https://issuer.example.org'];
const alias = workloadIssuerAlias(workloads);

const rule: ProvidedTrustRule = {
  id,
  name: 'Nightly backup',
  permissions: new Set(['m2m:credentials:read'] as const),
  preset: 'oidc',
  issuer: workloads,
  audience: realm,
  subject: 'backup',
  conditions: [],
  singleUse: true,
  allowedNetworks: undefined,
  keySet: undefined,
  expiresAt: undefined,
};
const expected = /^governance-m2m-rule-[0-9a-f]{32}$/;

// As Keycloak 26.7.3 answered.
const token = answering(200, { access_token: 'token-1', expires_in: 600, token_type: 'Bearer', scope: '' });
const created: RequestListener = (_req, res) => res.writeHead(201).end();
const changed: RequestListener = (_req, res) => res.writeHead(204).end();
const noClient = answering(404, { error: 'Could not find client' });
const noIssuer = answering(404, { error: 'HTTP 404 Not Found' });
const noRole = answering(403, { error: 'HTTP 403 Forbidden' });
const conflict = answering(409, { errorMessage: 'Client governance-m2m-rule-… already exists' });

function issuerWith(config: Record<string, string> = {}, enabled = true): RequestListener {
  return answering(200, {
    alias,
    providerId: 'oidc',
    enabled,
    linkOnly: true,
    hideOnLogin: true,
    config: {
      issuer: workloads,
      jwksUrl: `${workloads}/jwks`,
      useJwksUrl: 'true',
      validateSignature: 'true',
      supportsClientAssertions: 'true',
      supportsClientAssertionReuse: 'false',
      ...config,
    },
  });
}

describe('KeycloakTrustRuleDirectory', () => {
  const server = given(startManagementServer);
  let directory: KeycloakTrustRuleDirectory;
  let stored: RequestListener;
  beforeAll(async () => {
    directory = new KeycloakTrustRuleDirectory({
      issuer: realm,
      serverUrl: new URL(server.managementUrl).origin,
      realm: 'acme',
      clientId: 'governance-service',
      clientSecret: 'canary-of-the-service-account',
      clientPrefix: 'governance-m2m-',
      audience: 'https://api.example.org',
      timeoutMs: 60_000,
    });
    server.answer(token, noClient, issuerWith(), created);
    await directory.put('org_acme', rule);
    stored = answering(200, server.seen.at(-1)?.body);
  });
  afterAll(() => server.close());

  const calls = () =>
    server.seen.map(({ method, url }) => `${method} ${url?.replace('/admin/realms/acme', '')}`);
  const client = `/clients/${id}`;

  it('proposes the issuer of the realm as audience', () => {
    expect(directory.audience).toBe(realm);
  });

  it('creates a client that authenticates with the assertions of its workload, with the claims of a machine', async () => {
    server.answer(noClient, issuerWith(), created);
    const { clientId } = await directory.put('org_acme', rule);
    expect(clientId).toMatch(expected);
    expect(calls()).toEqual([`GET ${client}`, `GET /identity-provider/instances/${alias}`, 'POST /clients']);
    expect(server.seen.at(-1)?.body).toMatchObject({
      id,
      clientId,
      name: 'Nightly backup',
      clientAuthenticatorType: 'federated-jwt',
      publicClient: false,
      standardFlowEnabled: false,
      directAccessGrantsEnabled: false,
      fullScopeAllowed: false,
      attributes: {
        'jwt.credential.issuer': alias,
        'jwt.credential.sub': 'backup',
        'access.token.header.type.rfc9068': 'true',
      },
      protocolMappers: [
        { config: { 'claim.name': 'org_id', 'claim.value': 'org_acme' } },
        { config: { 'claim.name': 'gty', 'claim.value': 'client-credentials' } },
        { config: { 'claim.value': '["m2m:credentials:read"]' } },
        { config: { 'included.custom.audience': 'https://api.example.org' } },
      ],
    });
  });

  it('replaces a known rule also when the issuer is gone, and one that the same request has created', async () => {
    server.answer(stored, stored, changed);
    const renamed = { ...rule, name: 'Weekly backup' };
    expect((await directory.put('org_acme', renamed)).clientId).toMatch(expected);
    expect(calls()).toEqual([`GET ${client}`, `GET ${client}`, `PUT ${client}`]);
    expect(server.seen.at(-1)?.body).toMatchObject({
      name: 'Weekly backup',
      protocolMappers: [{}, {}, {}, {}],
    });
    server.answer(noClient, issuerWith(), conflict, stored, changed);
    await directory.put('org_acme', rule);
    server.answer(stored, stored, noClient);
    await expect(directory.put('org_acme', rule)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('has one client id for a workload, so that a second rule is refused', async () => {
    const clientIdOf = async (changes: Partial<ProvidedTrustRule>): Promise<string> => {
      server.answer(noClient, issuerWith(), created);
      return (await directory.put('org_globex', { ...rule, ...changes, id: randomUUID() })).clientId;
    };
    const first = await clientIdOf({});
    expect(await clientIdOf({ name: 'Another' })).toBe(first);
    expect(await clientIdOf({ subject: 'backup2' })).not.toBe(first);
    server.answer(noClient, issuerWith(), conflict, noClient);
    const refused: unknown = await directory.put('org_globex', { ...rule, id: randomUUID() }).catch(caught);
    expect(refused).toBeInstanceOf(TrustRuleRefused);
    expect((refused as TrustRuleRefused).reason).toMatch(/^The issuer and subject are those of another rule/);
  });

  it.each<[string, Partial<ProvidedTrustRule>, RegExp]>([
    [
      'further claims',
      { conditions: [{ claim: ['kubernetes.io', 'namespace'], oneOf: ['prod'] }] },
      /not kubernetes\.io\.namespace\.$/,
    ],
    ['no subject', { subject: undefined }, /needs the subject/],
    ['the issuer as subject', { subject: workloads }, /whose subject is its issuer/],
    ['networks', { allowedNetworks: ['192.0.2.0/24'] }, /allowed_networks/],
    ['keys of its own', { keySet: { keys: [] } }, /key_set must be absent/],
  ])('refuses a rule with %s, before it asks', async (_case, changes, reason) => {
    server.answer(token);
    const other = { ...rule, ...changes };
    expect(directory.refusalOf(other)).toMatch(reason);
    await expect(directory.put('org_acme', other)).rejects.toThrow(TypeError);
    expect([server.seen.length, directory.refusalOf(rule)]).toEqual([0, undefined]);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['does not know', noIssuer, /--workload-issuer/],
    ['does not show to the platform', noRole, /--workload-issuer/],
    ['has disabled', issuerWith({}, false), /--workload-issuer/],
    ['uses for the sign-in of users', issuerWith({ supportsClientAssertions: 'false' }), /--workload-issuer/],
    ['has changed', issuerWith({ issuer: `${workloads}/` }), /--workload-issuer/],
    [
      'accepts assertions of until they expire',
      issuerWith({ supportsClientAssertionReuse: 'true' }),
      /must be false\.$/,
    ],
    [
      'accepts another audience of',
      issuerWith({ allowClientIdAsAudience: 'true', clientId: 'workloads' }),
      /only the audience workloads from/,
    ],
  ])('refuses an issuer that the realm %s, and creates nothing', async (_case, issuer, reason) => {
    server.answer(noClient, issuer);
    const refused: unknown = await directory.put('org_acme', rule).catch(caught);
    expect(refused).toBeInstanceOf(TrustRuleRefused);
    expect((refused as TrustRuleRefused).reason).toMatch(reason);
    expect(calls()).toHaveLength(2);
  });

  it('takes the audience and the use of an issuer from the realm', async () => {
    const config = {
      allowClientIdAsAudience: 'true',
      clientId: 'workloads',
      supportsClientAssertionReuse: 'true',
    };
    server.answer(noClient, issuerWith(config), created);
    const other = { ...rule, audience: 'workloads', singleUse: false };
    expect((await directory.put('org_acme', other)).clientId).toMatch(expected);
    server.answer(noClient, issuerWith());
    await expect(directory.put('org_acme', { ...rule, singleUse: false })).rejects.toThrow('must be true.');
  });

  it('deletes rules of the organization only, and no other client', async () => {
    server.answer(stored, changed);
    await directory.remove('org_acme', id);
    expect(calls()).toEqual([`GET ${client}`, `DELETE ${client}`]);
    const credential = { id, clientId: `governance-m2m-${id}`, attributes: { 'governance.revision': '1' } };
    for (const [org, answer] of [
      ['org_globex', stored],
      ['org_acme', answering(200, credential)],
      ['org_acme', answering(200, { id, clientId: 'account', attributes: { 'governance.trust-rule': '{' } })],
      ['org_acme', noClient],
    ] as const) {
      server.answer(answer);
      await directory.remove(org, id);
      expect(await directory.try(org, id, 'a.b.c')).toBeUndefined();
      expect(calls()).toEqual([`GET ${client}`, `GET ${client}`]);
    }
    server.answer(changed);
    await directory.remove('org_acme', '../users');
    expect(server.seen).toEqual([]);
  });

  it('tries an assertion condition by condition, without a look at its signature', async () => {
    const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: workloads, aud: realm, sub: 'backup', exp: seconds + 60, jti: 'a' };
    const tried = async (changes: object, header: object = { alg: 'RS256' }): Promise<string[]> => {
      server.answer(stored);
      const assertion = `${partOf(header)}.${partOf({ ...claims, ...changes })}.c2ln`;
      const [signature, ...conditions] = (await directory.try('org_acme', id, assertion)) ?? [];
      expect(signature).toEqual({ condition: 'signature', holds: undefined });
      expect(conditions.length).toBeGreaterThan(8);
      return conditions.filter(({ holds }) => holds !== true).map(({ condition }) => condition);
    };
    expect(await tried({})).toEqual([]);
    expect(await tried({ sub: 'backup2', aud: [realm, 'x'] })).toEqual(['aud', 'sub']);
    expect(await tried({ exp: seconds - 1 }, { alg: 'RS256', typ: 'at+jwt' })).toEqual(['typ', 'exp']);
    server.answer(stored);
    const [signature, members, ...others] = (await directory.try('org_acme', id, 'nonsense')) ?? [];
    expect([signature, members]).toEqual([
      { condition: 'signature', holds: undefined },
      { condition: 'members', holds: false },
    ]);
    expect(new Set(others.map(({ holds }) => holds))).toEqual(new Set([undefined]));
    expect(await directory.lastRefusals()).toEqual(new Map());
  });

  it('is unavailable after a failure, and quotes nothing', async () => {
    server.answer(noClient, answering(500, { error: 'canary' }));
    const error: unknown = await directory.put('org_acme', rule).catch(caught);
    expect(error).toBeInstanceOf(IdentityProviderUnavailable);
    expect(inspect(error, { depth: 8, showHidden: true })).not.toMatch(/canary|token-1/);
  });
});

function caught(error: unknown): unknown {
  return error;
}
