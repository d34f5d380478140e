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
const clientId = `governance-m2m-rule-${id}`;

// As Keycloak 26.7.3 answered.
const token = answering(200, { access_token: 'token-1', expires_in: 600, token_type: 'Bearer', scope: '' });
const created: RequestListener = (_req, res) => res.writeHead(201).end();
const changed: RequestListener = (_req, res) => res.writeHead(204).end();
const none = answering(200, []);
const noClient = answering(404, { error: 'Could not find client' });
const noIssuer = answering(404, { error: 'HTTP 404 Not Found' });
const noRole = answering(403, { error: 'HTTP 403 Forbidden' });
const conflict = answering(409, { error: 'conflict', error_description: 'Duplicate resource error' });
const known = answering(409, { errorMessage: `Client ${clientId} already exists` });

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
  let client: string;
  beforeAll(async () => {
    directory = directoryFor('https://api.example.org');
    server.answer(token, none, issuerWith(), created);
    await directory.put('org_acme', rule);
    const body = server.seen.at(-1)?.body as { id: string };
    stored = answering(200, [body]);
    client = `/clients/${body.id}`;
  });
  afterAll(() => server.close());

  const directoryFor = (audience: string | undefined): KeycloakTrustRuleDirectory =>
    new KeycloakTrustRuleDirectory({
      issuer: realm,
      serverUrl: new URL(server.managementUrl).origin,
      realm: 'acme',
      clientId: 'governance-service',
      clientSecret: 'canary-of-the-service-account',
      clientPrefix: 'governance-m2m-',
      audience,
      timeoutMs: 60_000,
    });
  const calls = () =>
    server.seen.map(({ method, url }) => `${method} ${url?.replace('/admin/realms/acme', '')}`);
  const search = `GET /clients?clientId=${clientId}`;

  it('proposes the issuer of the realm as audience', () => {
    expect(directory.audience).toBe(realm);
  });

  it('creates a client that authenticates with the assertions of its workload, with the claims of a machine', async () => {
    server.answer(none, issuerWith(), created);
    expect(await directory.put('org_acme', rule)).toEqual({ clientId });
    expect(calls()).toEqual([search, `GET /identity-provider/instances/${alias}`, 'POST /clients']);
    expect(server.seen.at(-1)?.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
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
    expect(await directory.put('org_acme', renamed)).toEqual({ clientId });
    expect(calls()).toEqual([search, search, `PUT ${client}`]);
    expect(server.seen.at(-1)?.body).toMatchObject({
      name: 'Weekly backup',
      protocolMappers: [{}, {}, {}, {}],
    });
    server.answer(none, issuerWith(), known, stored, changed);
    await directory.put('org_acme', rule);
    server.answer(stored, stored, noClient);
    await expect(directory.put('org_acme', rule)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('keeps the audience of the tokens in a program that creates none, such as the worker', async () => {
    const worker = directoryFor(undefined);
    server.answer(token, stored, stored, changed);
    await worker.put('org_acme', rule);
    const audience = { config: { 'included.custom.audience': 'https://api.example.org' } };
    expect(server.seen.at(-1)?.body).toMatchObject({ protocolMappers: [{}, {}, {}, audience] });
    server.answer(none);
    await expect(worker.put('org_acme', rule)).rejects.toThrow(TypeError);
  });

  it('has one id for a workload, so that a second rule is refused, and a client id for each rule', async () => {
    const made = async (changes: Partial<ProvidedTrustRule>): Promise<[unknown, unknown]> => {
      server.answer(none, issuerWith(), created);
      await directory.put('org_globex', { ...rule, ...changes, id: randomUUID() });
      const body = server.seen.at(-1)?.body as { id: unknown; clientId: unknown };
      return [body.id, body.clientId];
    };
    const first = await made({});
    const second = await made({ name: 'Another' });
    expect([second[0] === first[0], second[1] === first[1]]).toEqual([true, false]);
    expect((await made({ subject: 'backup2' }))[0]).not.toBe(first[0]);
    server.answer(none, issuerWith(), conflict, none);
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
    server.answer(none, issuer);
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
    server.answer(none, issuerWith(config), created);
    const other = { ...rule, audience: 'workloads', singleUse: false };
    expect(await directory.put('org_acme', other)).toEqual({ clientId });
    server.answer(none, issuerWith());
    await expect(directory.put('org_acme', { ...rule, singleUse: false })).rejects.toThrow('must be true.');
  });

  it('deletes rules of the organization only, and no other client', async () => {
    server.answer(stored, changed);
    await directory.remove('org_acme', id);
    expect(calls()).toEqual([search, `DELETE ${client}`]);
    const stranger = (attributes: object) => answering(200, [{ id: randomUUID(), clientId, attributes }]);
    for (const [org, answer] of [
      ['org_globex', stored],
      ['org_acme', stranger({ 'governance.revision': '1' })],
      ['org_acme', stranger({ 'governance.trust-rule': '{' })],
      ['org_acme', none],
    ] as const) {
      server.answer(answer);
      await directory.remove(org, id);
      expect(await directory.try(org, id, 'a.b.c')).toBeUndefined();
      expect(calls()).toEqual([search, search]);
    }
    server.answer(answering(200, [{ id: randomUUID(), clientId: 'account' }]));
    await expect(directory.remove('org_acme', id)).rejects.toThrow(IdentityProviderUnavailable);
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
    server.answer(none, answering(500, { error: 'canary' }));
    const error: unknown = await directory.put('org_acme', rule).catch(caught);
    expect(error).toBeInstanceOf(IdentityProviderUnavailable);
    expect(inspect(error, { depth: 8, showHidden: true })).not.toMatch(/canary|token-1/);
  });
});

function caught(error: unknown): unknown {
  return error;
}
