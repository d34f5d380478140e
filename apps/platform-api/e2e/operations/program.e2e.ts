import {
  callHttp,
  freePort,
  given,
  Product,
  type Replica,
  startTokenIssuer,
  Times,
} from '@governance/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

describe('the platform program', () => {
  const issuer = given(startTokenIssuer);
  let product: Product;
  let platform: Replica;

  beforeAll(async () => {
    const managementToken = 'secret-management-token-0123456789';
    product = await Product.open({ issuer: issuer.issuer, managementToken });
    platform = await product.start('platform-api/main');
  });
  afterAll(async () => {
    await product.disposeAsync();
    await issuer.close();
  });

  async function open({ origin }: Replica, text: string): Promise<Socket> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  it('serves its metrics and probes on the management port only § V13.4.5', async () => {
    const { origin, probes, program } = platform;
    await callHttp(`${origin}/health`);
    await program.logged(({ path }) => path === '/health');
    const { text } = await callHttp(`${probes}/metrics`);
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/health",status="200"} 1',
    );
    for (const probe of ['live', 'ready'])
      expect((await callHttp(`${probes}/health/${probe}`)).status).toBe(200);
    expect((await callHttp(`${origin}/metrics`)).status).toBe(404);
  });

  it('logs one line per request, without its token', async () => {
    const { origin, program } = platform;
    const headers = { authorization: 'Bearer secret-token', 'x-request-id': 'r1' };
    await callHttp(`${origin}/iam/m2m-credentials?api-version=1.0&token=secret`, { headers });
    const line = await program.logged(({ requestId, msg }) => requestId === 'r1' && msg === 'request');
    expect(line).toMatchObject({ program: 'platform-api', surface: 'platform', method: 'GET' });
    expect(line.path).toBe('/iam/m2m-credentials?api-version=1.0');
    expect(JSON.stringify(program.log())).not.toContain('secret');
  });

  it('sends its supported versions even in response to an invalid request (spec 9.4)', async () => {
    const socket = await open(platform, 'no HTTP\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*api-supported-versions: 1\.0/);
    expect(answer.toString()).toContain('{"error":"invalid_request","error_description":');
  });

  it('stops cleanly at SIGTERM and at SIGINT, with an idle connection and a stalled upload open', async () => {
    const times = new Times();
    const stop = async (replica: Replica, signal: NodeJS.Signals): Promise<void> => {
      const idle = await open(replica, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(idle, 'data');
      const stalled = await open(
        replica,
        'POST /health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      );
      await once(stalled, 'data');
      const end = times.begin();
      replica.program.signal(signal);
      expect(await replica.program.ended).toMatchObject({ code: 0, stderr: '' });
      end();
    };
    const other = await product.start('platform-api/main');
    await Promise.all([stop(platform, 'SIGTERM'), stop(other, 'SIGINT')]);
    times.expectEachBelow(10_000);
  });

  it('logs one line when its database is unavailable', async () => {
    const DATABASE_URL = `postgres://unknown@127.0.0.1:${await freePort()}/x`;
    const replica = await product.replica('platform-api/main', { DATABASE_URL });
    const { code, stdout, stderr } = await replica.launch().ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      msg: expect.stringMatching(/^cannot start: the database/) as unknown,
    });
  });
});
