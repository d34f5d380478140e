import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { isLoopback, isPublicAddress } from '../src/connections/public-address';
import { upstreamFetch, type UpstreamNetwork } from '../src/connections/upstream-fetch';
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

  it('is the address that was checked, even if the name resolves differently a moment later', async () => {
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
  ])('is not entered by a name that leads to %s', async (_case, addresses) => {
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

  it('follows no redirect', async () => {
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
