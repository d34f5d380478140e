import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type Server } from 'node:net';
import { isLoopback, isPublicAddress } from '../src/connections/public-address';
import { problemOfProvider } from '../src/connections/provider-test';
import { type UpstreamNetwork } from '../src/connections/upstream-fetch';
import { Upstreams } from '../src/connections/upstreams';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** A provider on this machine, behind a name that resolves to it. */
describe('the test of a provider', () => {
  const seen: string[] = [];
  let server: Server;
  let issuer: string;
  let documents: Record<string, unknown>;
  let handle: Handler | undefined;
  let addresses: string[];

  const network: UpstreamNetwork = {
    resolve: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 }))),
    isAllowed: isLoopback,
  };

  beforeAll(async () => {
    server = createServer((req, res) => {
      seen.push(req.url ?? '');
      if (handle) handle(req, res);
      else answer(res, documents[req.url ?? '']);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://login.example.org:${portOf(server)}`;
  });
  beforeEach(() => {
    [addresses, handle] = [['127.0.0.1'], undefined];
    seen.length = 0;
    documents = {
      '/.well-known/openid-configuration': metadata(),
      '/keys': { keys: [{ kty: 'RSA', n: 'canary' }] },
    };
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  const portOf = (of: Server): number => (of.address() as AddressInfo).port;
  const metadata = (changes: object = {}): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code', 'id_token'],
    id_token_signing_alg_values_supported: ['HS256', 'RS256'],
    ...changes,
  });
  const answer = (res: ServerResponse, body: unknown): void => {
    res.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      connection: 'close',
    });
    res.end(JSON.stringify(body ?? { canary: true }));
  };
  const test = (of = issuer): Promise<unknown> => problemOfProvider(of, network);

  it('fetches the discovery document and the key set, and nothing else', async () => {
    expect(await test()).toBeUndefined();
    expect(seen).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('accepts another last slash, as sign-ins do', async () => {
    documents['/.well-known/openid-configuration'] = metadata({ issuer: `${issuer}/` });
    expect(await test()).toBeUndefined();
    expect(await test(`${issuer}/`)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['issuer_mismatch', { issuer: 'https://other.example.org' }],
    ['issuer_mismatch', { issuer: undefined }],
    ['endpoint_missing', { token_endpoint: undefined }],
    ['endpoint_missing', { jwks_uri: 'keys' }],
    ['endpoint_without_tls', { authorization_endpoint: 'javascript:canary' }],
    ['code_flow_unsupported', { response_types_supported: ['id_token'] }],
    ['code_flow_unsupported', { response_types_supported: 'code' }],
    ['client_authentication_unsupported', { token_endpoint_auth_methods_supported: ['private_key_jwt'] }],
    ['signing_unsupported', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
  ])('says %s for metadata with %j, and fetches no keys', async (problem, changes) => {
    documents['/.well-known/openid-configuration'] = metadata(changes);
    expect(await test()).toBe(problem);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['no list', {}],
    ['an empty list', { keys: [] }],
    ['only symmetric keys', { keys: [{ kty: 'oct' }] }],
    ['only keys for encryption', { keys: [{ kty: 'RSA', use: 'enc' }, 7, null] }],
  ])('says keys_unusable for %s', async (_case, keys) => {
    documents['/keys'] = keys;
    expect(await test()).toBe('keys_unusable');
  });

  it.each<[string, Handler]>([
    ['status', (_req, res) => res.writeHead(503).end('canary')],
    ['redirect', (_req, res) => res.writeHead(302, { location: '/keys' }).end()],
    ['not_json', (_req, res) => res.end('<html>canary</html>')],
    ['not_json', (_req, res) => res.end('["canary"]')],
    ['too_large', (_req, res) => res.end(JSON.stringify({ canary: 'x'.repeat(300_000) }))],
    ['unreachable', (req) => req.socket.destroy()],
  ])('says %s of either document', async (problem, failing) => {
    handle = failing;
    expect(await test()).toBe(`discovery_${problem}`);
    handle = (req, res) => {
      if (req.url === '/keys') failing(req, res);
      else answer(res, documents[req.url ?? '']);
    };
    expect(await test()).toBe(`keys_${problem}`);
  });

  it('says which address it does not enter, and sends nothing there', async () => {
    addresses = ['10.0.0.1'];
    const outside = { ...network, isAllowed: isPublicAddress };
    expect(await problemOfProvider(issuer, outside)).toBe('discovery_not_public');
    addresses = ['127.0.0.1'];
    documents['/.well-known/openid-configuration'] = metadata({ jwks_uri: 'http://169.254.169.254/canary' });
    expect(await test()).toBe('keys_not_public');
    expect(seen).toEqual(['/.well-known/openid-configuration']);
  });

  it('says that a name does not resolve, and that a host has no TLS', async () => {
    const nowhere = Object.assign(new Error('canary'), { code: 'ENOTFOUND' });
    const failing = { ...network, resolve: () => Promise.reject(nowhere) };
    expect(await problemOfProvider(issuer, failing)).toBe('discovery_unresolved');
    expect(await test(`https://login.example.org:${portOf(server)}`)).toBe('discovery_tls');
  });

  it('says that an issuer has no TLS, outside development, without a request', async () => {
    const production = new Upstreams('https://login.example.com', false);
    expect(await production.test(`http://127.0.0.1:${portOf(server)}`)).toBe('issuer_without_tls');
    expect(await production.test(`https://127.0.0.1:${portOf(server)}`)).toBe('discovery_not_public');
    expect(seen).toEqual([]);
  });
});
