import {
  BuiltProgram,
  callHttp,
  createTestDatabase,
  createTestKeyring,
  freePort,
  given,
  type HttpAnswer,
  type ProgramEnd,
  runSql,
  TraceReceiver,
} from '@governance/testing';
import { migrations } from '../src/database/migrations';
import { apiUrl, claimsNamespace, managementToken, openStores } from './support/identity-server';

async function run(
  name: string,
  settings: Record<string, string>,
  ...args: readonly string[]
): Promise<ProgramEnd> {
  return new BuiltProgram(`apps/identity-provider/${name}.js`, settings, args).ended;
}

describe('the programs of the provider', () => {
  const stores = given(openStores);

  afterAll(() => stores.drop());

  it('migrate: creates the schema once in an empty database, even if several run', async () => {
    const empty = await createTestDatabase({ migrate: () => Promise.resolve() });
    const ends = await Promise.all([
      run('migrate', { DATABASE_OWNER_URL: empty.url }),
      run('migrate', { DATABASE_OWNER_URL: empty.url }),
    ]);
    expect(ends.map(({ code, stdout }) => [code, stdout]).toSorted()).toEqual([
      [0, `applied: ${migrations.map(({ name }) => name).join(', ')}`],
      [0, 'the schema identity is up to date'],
    ]);
    const [row] = await runSql(
      empty.url,
      `SELECT count(*)::int AS others FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(row).toEqual({ others: 0 });
    await empty.drop();
  });

  it('operate: names its commands, and runs one', async () => {
    const settings = { DATABASE_URL: stores.databaseUrl, KEYRING_FILE: stores.keyringFile };
    for (const args of [[], ['migrate'], ['toString', 'init']])
      expect(await run('operate', settings, ...args)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'Usage: operate keys|signing-keys [options]\n',
      });
    const { code, stdout } = await run('operate', settings, 'signing-keys');
    expect([code, stdout]).toEqual([2, 'Usage: signing-keys list | rotate | replace']);
  });

  it('main: refuses to start with a foreign keyring, in one line', async () => {
    const settings = {
      PORT: '1',
      MANAGEMENT_PORT: '2',
      ISSUER: 'http://127.0.0.1:1',
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: managementToken,
      DATABASE_URL: stores.databaseUrl,
    };
    const missing = await run('main', { ...settings, KEYRING_FILE: '/nonexistent/keyring.json' });
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('does not exist') as string]);
    const other = createTestKeyring();
    await stores.sql(`INSERT INTO identity.signing_keys VALUES ('kid', '\\x00', now(), now())`);
    const wrong = await run('main', { ...settings, KEYRING_FILE: other.file });
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('signing_keys') as string]);
    other.remove();
  });

  it('main: lists missing settings', async () => {
    const { code, stderr } = await run('main', {
      MANAGEMENT_TOKEN: 'short',
      ISSUER: 'https://login.example.org/path',
    });
    expect(code).toBe(78);
    for (const name of ['API_URL', 'DATABASE_URL', 'KEYRING_FILE', 'MANAGEMENT_TOKEN must', 'ISSUER must']) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toContain('short');
  });
});

describe('a management API on a port of its own', () => {
  const stores = given(openStores);
  const receiver = given(() => TraceReceiver.start());
  let program: BuiltProgram;
  let [publicOrigin, managementOrigin] = ['', ''];

  beforeAll(async () => {
    const [port, apiPort, managementPort] = [await freePort(), await freePort(), await freePort()];
    [publicOrigin, managementOrigin] = [port, apiPort].map((each) => `http://127.0.0.1:${each}`) as [
      string,
      string,
    ];
    program = new BuiltProgram('apps/identity-provider/main.js', {
      PORT: String(port),
      MANAGEMENT_API_PORT: String(apiPort),
      MANAGEMENT_PORT: String(managementPort),
      ISSUER: 'https://login.example.org',
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: managementToken,
      DATABASE_URL: stores.databaseUrl,
      KEYRING_FILE: stores.keyringFile,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    });
    await program.started();
  });
  afterAll(async () => {
    await program.kill();
    await stores.drop();
    receiver.close();
  });

  const call = (origin: string, path: string, headers = {}): Promise<HttpAnswer> =>
    callHttp(origin + path, { headers: { authorization: `Bearer ${managementToken}`, ...headers } });

  it('is served there, and not on the public port', async () => {
    const path = '/management/v1/organizations/org_unknown';
    const [own, shown] = [await call(managementOrigin, path), await call(publicOrigin, path)];
    expect([own.status, own.body]).toEqual([404, expect.objectContaining({ error: 'not_found' }) as object]);
    expect(own.text).not.toBe(shown.text);
    expect([shown.status, shown.body]).toEqual([
      404,
      { error: 'not_found', error_description: 'no such path' },
    ]);
  });

  it('still needs its token', async () => {
    expect((await callHttp(`${managementOrigin}/management/v1/organizations/org_a`)).status).toBe(401);
    expect((await callHttp(`${publicOrigin}/management/v1/organizations/org_a`)).status).toBe(404);
  });

  it.each(['/.well-known/openid-configuration', '/jwks', '/sign-in', '/managements'])(
    'does not have %s of the public port',
    async (path) => {
      expect((await call(managementOrigin, path)).body).toMatchObject({
        error_description: 'no such path',
      });
    },
  );

  it('leaves the public port its paths', async () => {
    expect((await call(publicOrigin, '/jwks')).status).toBe(200);
  });

  it('goes on with the trace of its caller, which no other port does, and ends with the program', async () => {
    const [ours, strangers] = ['0af7651916cd43dd8448eb211c80319c', '4bf92f3577b34da6a3ce929d0e0e4736'];
    const traceparentOf = (traceId: string): object => ({ traceparent: `00-${traceId}-b7ad6b7169203331-01` });
    const path = '/management/v1/organizations/org_unknown';
    expect((await call(managementOrigin, path, traceparentOf(ours))).status).toBe(404);
    expect((await call(publicOrigin, '/jwks', traceparentOf(strangers))).status).toBe(200);
    program.signal('SIGTERM');
    expect((await program.ended).code).toBe(0);
    const spansOf = (id: string): object[] => receiver.spans.filter(({ traceId }) => traceId === id);
    expect(spansOf(ours)[0]).toMatchObject({ traceId: ours });
    expect(spansOf(strangers)).toEqual([]);
    const linked = receiver.spans.filter(({ links }) => links.some(({ traceId }) => traceId === strangers));
    expect(linked).toHaveLength(1);
  });
});
