import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type Server } from 'node:net';
import { problemOfProvider } from '../src/connections/provider-test';
import { isLoopback, isPublicAddress } from '../src/network/public-address';
import { upstreamFetch, type UpstreamNetwork } from '../src/network/upstream-fetch';
import { Upstreams } from '../src/connections/upstreams';

const ask = { method: 'GET', headers: {}, redirect: 'manual', body: undefined } as const;

describe('the network of a provider', () => {
  const hits: string[] = [];
  const server = createServer((req, res) => {
    hits.push(`${req.socket.localAddress ?? ''} ${req.url ?? ''}`);
    if (req.url === '/moved') res.writeHead(302, { location: '/elsewhere' }).end();
    else res.setHeader('content-type', 'application/json').end('{"internal":"canary"}');
  });
  let port: number;

  beforeAll(async () => {
    // On every address of the machine.
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  beforeEach(() => (hits.length = 0));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** A name that resolves differently on each lookup. */
  function rebinding(...answers: string[][]): { network: UpstreamNetwork; asked: string[] } {
    const asked: string[] = [];
    const resolve: UpstreamNetwork['resolve'] = (host) => {
      const addresses = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
      return Promise.resolve(
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
    return { network: { resolve, isAllowed: isPublicAddress }, asked };
  }
  const issuerAt = (host: string): string => `http://${host}:${port}`;

  it('is the address that was checked, even if the name resolves differently a moment later § 10.6ae V1.3.6', async () => {
    const { network, asked } = rebinding(['127.0.0.1'], ['127.0.0.2']);
    const isAllowed = (address: string): boolean => address === '127.0.0.1';
    const issuer = issuerAt('login.example.org');
    const answer = await upstreamFetch(issuer, { ...network, isAllowed })(`${issuer}/keys`, ask);
    expect([answer.status, hits, asked]).toEqual([200, ['127.0.0.1 /keys'], ['login.example.org']]);
    await expect(
      upstreamFetch(issuer, { ...network, isAllowed })(`${issuer}/keys`, ask),
    ).rejects.toMatchObject({
      name: 'UpstreamStrays',
    });
    expect([hits.length, asked.length]).toEqual([1, 2]);
  });

  it.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['this machine, by IPv6', ['::1']],
    ['this machine, in disguise', ['::ffff:127.0.0.1']],
    ['the internet and this machine', ['93.184.216.34', '127.0.0.1']],
    ['nothing', []],
  ])('is not entered by a name that leads to %s § 10.6ae V1.3.6', async (_case, addresses) => {
    const { network } = rebinding(addresses);
    const issuer = issuerAt('login.example.org');
    const asking = upstreamFetch(issuer, network)(`${issuer}/keys`, ask);
    await expect(asking).rejects.toMatchObject({ name: 'UpstreamStrays', message: '' });
    expect(hits).toEqual([]);
  });

  it.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '[::ffff:7f00:1]'])(
    'is not entered by the address %s itself',
    async (host) => {
      const { network, asked } = rebinding(['93.184.216.34']);
      const issuer = issuerAt(host);
      await expect(upstreamFetch(issuer, network)(`${issuer}/keys`, ask)).rejects.toMatchObject({
        name: 'UpstreamStrays',
      });
      expect([hits, asked]).toEqual([[], []]);
    },
  );

  it('follows no redirect § 10.6ae V15.3.2', async () => {
    const issuer = issuerAt('127.0.0.1');
    const network = { ...rebinding().network, isAllowed: isLoopback };
    await expect(upstreamFetch(issuer, network)(`${issuer}/moved`, ask)).rejects.toMatchObject({
      name: 'UpstreamStrays',
    });
    expect(hits).toEqual(['127.0.0.1 /moved']);
  });

  it('is that of this machine in development alone, and nothing of an answer is told', async () => {
    const connection = {
      id: 'con_1',
      orgId: 'org_1',
      name: 'x',
      clientId: 'x',
      clientSecret: 'x',
      provenDomains: [],
      secondFactor: undefined,
      requiresFactor: false,
      issuer: issuerAt('127.0.0.1'),
    };
    const begin = (isDevelopment: boolean): Promise<unknown> =>
      new Upstreams('https://login.example.org', isDevelopment).begin(connection, { uid: 'u', again: false });
    await expect(begin(false)).rejects.toMatchObject({ trouble: 'unavailable' });
    expect(hits).toEqual([]);
    const failure: unknown = await begin(true).catch((error: unknown) => error);
    expect(failure).toMatchObject({ trouble: 'unavailable' });
    expect((failure as Error).message).not.toContain('canary');
    expect(hits).toHaveLength(1);
  });

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700::1111', '172.32.0.1'])('has %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '100.64.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
  ])('has no %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

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
