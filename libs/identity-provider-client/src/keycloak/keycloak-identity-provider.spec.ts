import { given } from '@governance/testing';
import { ClientUnknown, IdentityProviderUnavailable, type NewClient, publicKeyOf } from '@governance/iam';
import { makeKeyPair } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { type RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { KeycloakIdentityProvider } from './keycloak-identity-provider';

const [tag, revision] = [randomUUID(), randomUUID()];
const clientId = `governance-m2m-${tag}`;
const clientSecret = 'canary-of-the-service-account';
const own = {
  id: tag,
  clientId,
  secret: 'canary-of-a-machine',
  attributes: { 'governance.revision': revision },
};

// As Keycloak 26.7.3 answered.
const token = answering(200, { access_token: 'token-1', expires_in: 600, token_type: 'Bearer', scope: '' });
const created: RequestListener = (_req, res) => res.writeHead(201).end();
const changed: RequestListener = (_req, res) => res.writeHead(204).end();
const noClient = answering(404, { error: 'Could not find client' });
const noRealm = answering(404, { error: 'Realm not found.' });
const conflict = answering(409, { errorMessage: `Client ${clientId} already exists` });
const unauthorized = answering(401, { error: 'HTTP 401 Unauthorized' });

const newClient: NewClient = {
  tag,
  revision,
  orgId: 'org_acme',
  name: 'Nightly export',
  permissions: new Set(['m2m:credentials:read'] as const),
  allowedNetworks: undefined,
  authentication: { kind: 'secret', secret: 'gmc_secret' },
};

describe('KeycloakIdentityProvider', () => {
  const server = given(startManagementServer);
  let provider: KeycloakIdentityProvider;
  beforeEach(() => {
    provider = new KeycloakIdentityProvider({
      serverUrl: new URL(server.managementUrl).origin,
      realm: 'acme',
      clientId: 'governance-service',
      clientSecret,
      clientPrefix: 'governance-m2m-',
      audience: 'https://api.example.org',
      timeoutMs: 60_000,
    });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => server.close());

  const key = publicKeyOf(makeKeyPair('EdDSA').publicPem);
  const calls = () => server.seen.slice(1).map(({ method, url, body }) => [method, url, body]);
  const path = `/admin/realms/acme/clients/${tag}`;

  async function listed(): Promise<unknown[]> {
    const found: unknown[] = [];
    for await (const each of provider.listClients()) found.push(each);
    return found;
  }

  it('creates a client with everything in one call', async () => {
    server.answer(token, created);
    expect(await provider.createClient(newClient)).toEqual({ clientId, tag, revision });
    expect(server.seen[1]?.headers.authorization).toBe('Bearer token-1');
    expect(calls()).toEqual([['POST', '/admin/realms/acme/clients', expect.anything()]]);
    expect(server.seen[1]?.body).toMatchObject({
      id: tag,
      clientId,
      clientAuthenticatorType: 'client-secret',
      secret: 'gmc_secret',
      publicClient: false,
      standardFlowEnabled: false,
      directAccessGrantsEnabled: false,
      fullScopeAllowed: false,
      defaultClientScopes: ['basic'],
      optionalClientScopes: [],
      attributes: { 'governance.revision': revision, 'access.token.header.type.rfc9068': 'true' },
      protocolMappers: [
        { config: { 'claim.name': 'org_id', 'claim.value': 'org_acme', 'jsonType.label': 'String' } },
        { config: { 'claim.name': 'gty', 'claim.value': 'client-credentials' } },
        { config: { 'claim.value': '["m2m:credentials:read"]', 'jsonType.label': 'JSON' } },
        { config: { 'included.custom.audience': 'https://api.example.org' } },
      ],
    });
  });

  it('replaces the whole client of a tag that exists, and none of another application', async () => {
    server.answer(token, conflict, changed);
    await provider.createClient(newClient);
    const [[, , posted] = [], ...puts] = calls();
    expect(puts).toEqual([['PUT', path, posted]]);
    server.answer(conflict, noClient);
    await expect(provider.createClient(newClient)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('stores a key with its thumbprint as kid, once for each of its algorithms', async () => {
    const rsa = publicKeyOf(makeKeyPair('RS256').publicPem);
    server.answer(token, created, changed);
    await provider.createClient({ ...newClient, authentication: { kind: 'key', key, expiresAt: undefined } });
    await provider.replaceKey(clientId, { key: rsa, expiresAt: undefined, revision });
    const sets = server.seen.slice(1).map(({ body }) => {
      const { attributes, ...others } = body as { attributes: Record<string, string> };
      expect(others).toMatchObject({ clientAuthenticatorType: 'client-jwt' });
      expect(others).not.toHaveProperty('secret');
      return JSON.parse(attributes['jwks.string'] ?? '') as unknown;
    });
    expect(sets).toEqual([
      { keys: [{ ...key.jwk, kid: key.thumbprint, use: 'sig', alg: 'EdDSA' }] },
      { keys: ['RS256', 'PS256'].map((alg) => ({ ...rsa.jwk, kid: rsa.thumbprint, use: 'sig', alg })) },
    ]);
  });

  it('changes only what is named, with the revision, in one call', async () => {
    server.answer(token, changed);
    await provider.rotateSecret(clientId, { secret: 'gmc_other', revision });
    await provider.renameClient(clientId, { name: 'Weekly export', revision });
    await provider.endOverlap(clientId, { revision });
    const attributes = { 'governance.revision': revision };
    expect(calls()).toEqual([
      ['PUT', path, { clientAuthenticatorType: 'client-secret', secret: 'gmc_other', attributes }],
      ['PUT', path, { name: 'Weekly export', attributes }],
      ['PUT', path, { attributes }],
    ]);
  });

  it('refuses what Keycloak cannot do, before it asks', async () => {
    server.answer(token);
    const overlapUntil = new Date();
    expect(() => provider.rotateSecret(clientId, { secret: 'gmc_a', revision, overlapUntil })).toThrow(
      TypeError,
    );
    expect(() =>
      provider.replaceKey(clientId, { key, expiresAt: undefined, revision, overlapUntil }),
    ).toThrow(TypeError);
    const restricted = { ...newClient, allowedNetworks: ['192.0.2.0/24'] };
    await expect(provider.createClient(restricted)).rejects.toThrow(TypeError);
    await expect(provider.createClient({ ...newClient, tag: '../users' })).rejects.toThrow(TypeError);
    expect(server.seen).toEqual([]);
  });

  it('asks for no client that it cannot have created', async () => {
    server.answer(token);
    for (const other of [
      'account',
      tag,
      `other-m2m-${tag}`,
      'governance-m2m-../../users',
      'governance-m2m-',
    ]) {
      await expect(provider.renameClient(other, { name: 'a', revision })).rejects.toThrow(ClientUnknown);
      await provider.deleteClient(other);
    }
    expect(await provider.findClient('..')).toBeUndefined();
    expect(server.seen).toEqual([]);
  });

  it('distinguishes an unknown client from an unknown realm', async () => {
    server.answer(token, noClient);
    await expect(provider.rotateSecret(clientId, { secret: 'gmc_a', revision })).rejects.toThrow(
      ClientUnknown,
    );
    await provider.deleteClient(clientId);
    expect(await provider.findClient(tag)).toBeUndefined();
    server.answer(noRealm);
    await expect(provider.rotateSecret(clientId, { secret: 'gmc_a', revision })).rejects.toThrow(
      IdentityProviderUnavailable,
    );
    await expect(provider.deleteClient(clientId)).rejects.toThrow(IdentityProviderUnavailable);
    await expect(provider.findClient(tag)).rejects.toThrow(IdentityProviderUnavailable);
  });

  it('finds and lists only clients of this deployment, of every page', async () => {
    const strangers = [
      { id: randomUUID(), clientId: 'governance-m2m-console' },
      { id: randomUUID(), clientId: `governance-m2m-${tag}`, attributes: { 'governance.revision': '1' } },
      { id: tag, clientId: `other-governance-m2m-${tag}`, attributes: { 'governance.revision': '1' } },
      { id: tag, clientId, attributes: {} },
    ];
    const many = Array.from({ length: 19 }, () => randomUUID()).map((id) => ({
      ...own,
      id,
      clientId: `governance-m2m-${id}`,
    }));
    server.answer(token, answering(200, [...many, strangers[0]]), answering(200, [own, ...strangers]));
    expect(await listed()).toEqual(
      [...many, own].map((each) => ({ clientId: each.clientId, tag: each.id, revision })),
    );
    const query = 'clientId=governance-m2m-&search=true';
    expect(calls().map(([, url]) => url)).toEqual(
      [0, 20].map((first) => `/admin/realms/acme/clients?${query}&first=${first}&max=20`),
    );
    server.answer(answering(200, own), answering(200, strangers[3]));
    expect(await provider.findClient(tag)).toEqual({ clientId, tag, revision });
    expect(await provider.findClient(tag)).toBeUndefined();
  });

  it('stops listing when the pages repeat', async () => {
    const page = Array.from({ length: 20 }, () => ({ ...own, id: randomUUID() }));
    server.answer(token, answering(200, page));
    await expect(listed()).rejects.toThrow(IdentityProviderUnavailable);
    expect(server.seen).toHaveLength(3);
  });

  it('shares one token until shortly before it expires', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    server.answer(token, changed);
    await Promise.all(['a', 'b', 'c'].map((name) => provider.renameClient(clientId, { name, revision })));
    now.mockReturnValue(589_999);
    await provider.renameClient(clientId, { name: 'd', revision });
    const tokenCalls = () => server.seen.filter(({ headers }) => headers.authorization === undefined).length;
    expect([tokenCalls(), server.seen.length]).toEqual([1, 5]);
    now.mockReturnValue(590_000);
    server.answer(token, changed);
    await Promise.all(['e', 'f'].map((name) => provider.renameClient(clientId, { name, revision })));
    expect([tokenCalls(), server.seen.length]).toEqual([1, 3]);
  });

  it('gets another token once when its token is refused', async () => {
    const another = answering(200, { access_token: 'token-2', expires_in: 600 });
    server.answer(token, unauthorized, another, changed);
    await provider.renameClient(clientId, { name: 'a', revision });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer token-1',
      undefined,
      'Bearer token-2',
    ]);
    server.answer(unauthorized, another, unauthorized);
    await expect(provider.renameClient(clientId, { name: 'a', revision })).rejects.toThrow(
      IdentityProviderUnavailable,
    );
    expect(server.seen).toHaveLength(3);
  });

  it('tries again after a failed token request', async () => {
    server.answer(answering(503, {}), token, changed);
    await expect(provider.deleteClient(clientId)).rejects.toThrow(IdentityProviderUnavailable);
    await provider.deleteClient(clientId);
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    [
      'a refused secret',
      [answering(401, { error: 'unauthorized_client', canary: 'canary' })],
      /its secret is refused$/,
    ],
    ['a missing role', [token, answering(403, { error: 'canary' })], /needs the role manage-clients$/],
    ['another failure', [token, answering(500, { error: 'canary' })], /answered 500$/],
    ['a redirect', [token, answering(302, { error: 'canary' })], /answered 302$/],
    ['a token of another type', [answering(200, { access_token: { canary: 1 } })], /expected: access_token/],
  ] as const)('is unavailable after %s, says why, and quotes nothing', async (_trouble, answers, why) => {
    server.answer(...answers);
    const error: unknown = await provider.createClient(newClient).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IdentityProviderUnavailable);
    expect(((error as Error).cause as Error).message).toMatch(why);
    expect(inspect(error, { depth: 8, showHidden: true })).not.toMatch(/canary|gmc_secret|token-1/);
  });
});
