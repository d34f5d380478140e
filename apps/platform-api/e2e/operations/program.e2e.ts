import { migrate } from '@governance/persistence';
import {
  BuiltProgram,
  callHttp,
  createTestDatabase,
  createTestKeyring,
  freePort,
  type TestDatabase,
  type TestKeyring,
  Times,
  urlForProgram,
} from '@governance/testing';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { claimsNamespace, issuer, platformBaseUrl, publicBaseUrl } from '../support/platform-app';

describe('the platform program', () => {
  let database: TestDatabase;
  let keyring: TestKeyring;
  let program: BuiltProgram;
  let port: number;
  let managementPort: number;

  beforeAll(async () => {
    database = await createTestDatabase({
      migrate: async (url) => {
        await migrate(url);
      },
    });
    keyring = createTestKeyring();
  });
  beforeEach(async () => {
    [port, managementPort] = [await freePort(), await freePort()];
    program = launch(await urlForProgram(database.url, 'platform-api/main'));
    await program.started();
  });
  afterEach(() => program.kill());
  afterAll(async () => {
    await database.drop();
    keyring.remove();
  });

  function launch(databaseUrl: string): BuiltProgram {
    return new BuiltProgram('apps/platform-api/main.js', {
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      OIDC_ISSUER: issuer,
      CLAIMS_NAMESPACE: claimsNamespace,
      DATABASE_URL: databaseUrl,
      KEYRING_FILE: keyring.file,
      IDENTITY_MANAGEMENT_TOKEN: 'secret-management-token-0123456789',
    });
  }

  async function open(text: string): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  it('serves its metrics and probes on the management port only § V13.4.5', async () => {
    await callHttp(`http://127.0.0.1:${port}/health`);
    await program.logged(({ path }) => path === '/health');
    const { text } = await callHttp(`http://127.0.0.1:${managementPort}/metrics`);
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/health",status="200"} 1',
    );
    for (const probe of ['live', 'ready']) {
      expect((await callHttp(`http://127.0.0.1:${managementPort}/health/${probe}`)).status).toBe(200);
    }
    expect((await callHttp(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  });

  it('logs one line per request, without its token', async () => {
    const headers = { authorization: 'Bearer secret-token', 'x-request-id': 'r1' };
    await callHttp(`http://127.0.0.1:${port}/iam/m2m-credentials?api-version=1.0&token=secret`, { headers });
    const line = await program.logged(({ requestId, msg }) => requestId === 'r1' && msg === 'request');
    expect(line).toMatchObject({ program: 'platform-api', surface: 'platform', method: 'GET' });
    expect(line.path).toBe('/iam/m2m-credentials?api-version=1.0');
    expect(JSON.stringify(program.log())).not.toContain('secret');
  });

  it('sends its supported versions even in response to an invalid request (spec 9.4)', async () => {
    const socket = await open('no HTTP\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*api-supported-versions: 1\.0/);
    expect(answer.toString()).toContain('{"error":"invalid_request","error_description":');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops cleanly at %s, with an idle connection and a stalled upload open',
    async (signal) => {
      const idle = await open('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(idle, 'data');
      const stalled = await open(
        'POST /health HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      );
      await once(stalled, 'data');
      const times = new Times();
      const end = times.begin();
      program.signal(signal);
      expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
      end();
      times.expectEachBelow(10_000);
    },
  );

  it('logs one line when its database is unavailable', async () => {
    [port, managementPort] = [await freePort(), await freePort()];
    const { code, stdout, stderr } = await launch(`postgres://unknown@127.0.0.1:${await freePort()}/x`).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      msg: expect.stringMatching(/^cannot start: the database/) as unknown,
    });
  });
});
