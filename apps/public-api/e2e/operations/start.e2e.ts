import {
  BuiltProgram,
  createTestIssuerKeys,
  createTestKeyring,
  freePort,
  given,
  type ProgramEnd,
  type TestIssuerKeys,
  type TestKeyring,
  Times,
  urlForProgram,
} from '@governance/testing';
import { createServer } from 'node:net';
import { platformBaseUrl, publicBaseUrl } from '../support/public-app';
import { publicPrograms } from '../support/public-programs';

describe('a program that cannot start', () => {
  const programs = given(publicPrograms);
  let databaseUrl: string;
  let keyring: TestKeyring;
  let issuerKeys: TestIssuerKeys;

  beforeAll(async () => {
    databaseUrl = await urlForProgram(programs.databaseUrl, 'public-api/main');
    keyring = createTestKeyring();
    issuerKeys = createTestIssuerKeys();
  });
  afterAll(async () => {
    await programs.close();
    keyring.remove();
    issuerKeys.remove();
  });

  async function endOf(name: string, settings: Record<string, string>): Promise<ProgramEnd> {
    const program = new BuiltProgram(`apps/public-api/${name}.js`, {
      PORT: String(await freePort()),
      MANAGEMENT_PORT: String(await freePort()),
      PUBLIC_BASE_URL: publicBaseUrl,
      PLATFORM_BASE_URL: platformBaseUrl,
      DATABASE_URL: databaseUrl,
      KEYRING_FILE: keyring.file,
      ISSUER_KEYS_FILE: issuerKeys.file,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'certificates@example.org',
      ...settings,
    });
    return program.ended;
  }

  it.each(['main', 'worker'])(
    '%s logs one line within seconds when its database is unavailable',
    async (name) => {
      const times = new Times();
      const DATABASE_URL = `postgres://unknown:secret-word@127.0.0.1:${await freePort()}/nothing`;
      const { code, stdout, stderr } = await times.measure(() => endOf(name, { DATABASE_URL }));
      expect(code).toBe(1);
      times.expectEachBelow(10_000);
      expect(stderr).toBe('');
      expect(stdout.split('\n')).toHaveLength(1);
      expect(JSON.parse(stdout)).toMatchObject({
        level: 'fatal',
        msg: 'cannot start: the database does not answer (ECONNREFUSED connect)',
      });
      expect(stdout).not.toContain('secret-word');
    },
  );

  it('reports that the database does not exist', async () => {
    const url = new URL(databaseUrl);
    url.pathname = '/nothing';
    const { code, stdout } = await endOf('main', { DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      msg: 'cannot start: the database: database "nothing" does not exist',
    });
  });

  it.each(['PORT', 'MANAGEMENT_PORT'])('names a port that is in use (%s)', async (name) => {
    const port = await freePort();
    const other = createServer().listen(port);
    const { code, stdout } = await endOf('main', { [name]: String(port) });
    other.close();
    expect(code).toBe(1);
    const last = stdout.split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({
      level: 'fatal',
      msg: `cannot start: port ${port} is taken by another program`,
    });
    expect(stdout).not.toContain('    at ');
  });

  it('lists its missing settings, and exits with 78', async () => {
    const { code, stderr } = await endOf('main', { DATABASE_URL: '', LOG_LEVEL: 'loud' });
    expect(code).toBe(78);
    expect(stderr).toMatch(/DATABASE_URL is missing[^]*LOG_LEVEL must be one of|LOG_LEVEL[^]*DATABASE_URL/);
  });

  it('migrates nothing when the database is unavailable, and logs one line', async () => {
    const DATABASE_OWNER_URL = `postgres://unknown:secret-word@127.0.0.1:${await freePort()}/nothing`;
    const { code, stderr } = await endOf('migrate', { DATABASE_OWNER_URL });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('ECONNREFUSED');
  });
});
