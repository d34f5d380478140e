import { consoleIdleMs, consoleSessionMs, type NewConsoleSession } from '@governance/iam';
import { opened, refused, RoleSession } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresConsoleSessionStore } from './postgres-console-session.store';
import { PostgresSiteSessions } from './postgres-site-sessions';
import { secretHash } from './secret-hash';

const name = 'Łucja Canary';
const email = 'canary@example.org';

describe('console sessions, as the public surface sees them', () => {
  const stores = opened(openTestStores);
  let sessions: PostgresConsoleSessionStore;
  let site: PostgresSiteSessions;
  let session: NewConsoleSession & { readonly siteSecret: string };

  beforeAll(() => {
    sessions = new PostgresConsoleSessionStore(stores.database, stores.keyring);
    site = new PostgresSiteSessions(stores.database, stores.keyring);
  });
  beforeEach(async () => {
    session = {
      id: randomUUID(),
      secret: newSecret(),
      siteSecret: newSecret(),
      person: { issuer: 'https://identity.example.org', subject: `person|${randomUUID()}` },
      tokens: { accessToken: 'access-canary', expiresAt: 0 },
      name,
      email,
      browser: 'Firefox on Linux',
      createdAt: noon,
      endsAt: laterBy(consoleSessionMs),
    };
    await sessions.start(session);
  });

  function newSecret(): string {
    return randomBytes(32).toString('base64url');
  }

  it('show name and address by their own secret, and by no other', async () => {
    expect(await site.find(session.siteSecret, noon)).toEqual({ name, email });
    for (const other of [session.secret, session.id, newSecret(), `${session.siteSecret}A`, ''])
      expect(await site.find(other, noon)).toBeUndefined();
    expect(await sessions.use(session.siteSecret, noon)).toBeUndefined();
  });

  it('show no person for a session without such a secret', async () => {
    await sessions.start({ ...session, id: randomUUID(), secret: newSecret(), siteSecret: undefined });
    expect(await stores.sql('SELECT 1 FROM console_sessions WHERE site_secret_hash IS NULL')).toHaveLength(1);
    expect(await site.find('undefined', noon)).toBeUndefined();
  });

  it('are not prolonged by it, and end when they end for the console', async () => {
    const last = laterBy(consoleIdleMs - 1);
    expect(await site.find(session.siteSecret, last)).toBeDefined();
    expect(await site.find(session.siteSecret, laterBy(consoleIdleMs))).toBeUndefined();
    await sessions.use(session.secret, last);
    expect(await site.find(session.siteSecret, laterBy(consoleIdleMs))).toBeDefined();
    await stores.sql('UPDATE console_sessions SET ends_at = $2 WHERE id = $1', [session.id, laterBy(1_000)]);
    expect(await site.find(session.siteSecret, laterBy(999))).toBeDefined();
    expect(await site.find(session.siteSecret, laterBy(1_000))).toBeUndefined();
  });

  it('end with the session: by its person, and with all others', async () => {
    const other = { ...session, id: randomUUID(), secret: newSecret(), siteSecret: newSecret() };
    await sessions.start(other);
    await sessions.endOthers(session.person, other.id);
    expect(await site.find(session.siteSecret, noon)).toBeUndefined();
    expect(await site.find(other.siteSecret, noon)).toBeDefined();
    await sessions.end(session.person, other.id);
    expect(await site.find(other.siteSecret, noon)).toBeUndefined();
  });

  it('hold the person sealed for the row, and no secret', async () => {
    const [row] = await stores.sql(
      'SELECT console_sessions::text AS text FROM console_sessions WHERE id = $1',
      [session.id],
    );
    for (const text of ['anary', 'ucja', session.siteSecret])
      for (const form of [text, Buffer.from(text).toString('hex')])
        expect(JSON.stringify(row)).not.toContain(form);
    await stores.sql(`UPDATE console_sessions SET site_person = details WHERE id = $1`, [session.id]);
    expect(await site.find(session.siteSecret, noon)).toBeUndefined();
  });

  it('give the role of the public surface the sealed person of one secret, and nothing else', async () => {
    const role = await RoleSession.open(stores.testDatabase.url, 'governance_public_api');
    const of = (secret: string): string =>
      `find_site_session('\\x${secretHash(secret).toString('hex')}', '${noon.toISOString()}', '1970-01-01')`;
    const found = (await role.try(`SELECT * FROM ${of(session.siteSecret)}`)) as Record<string, unknown>[];
    expect(found.map((row) => Object.keys(row))).toEqual([['id', 'person']]);
    expect(await role.try(`SELECT * FROM ${of(newSecret())}`)).toEqual([]);
    expect(
      await role.try(`SELECT * FROM find_site_session(NULL, '${noon.toISOString()}', '1970-01-01')`),
    ).toEqual([]);
    for (const statement of [
      'SELECT tokens FROM console_sessions',
      'SELECT site_person FROM console_sessions',
      'SELECT id FROM console_sessions',
      'UPDATE console_sessions SET last_used_at = now()',
      'DELETE FROM console_sessions',
      'CREATE OR REPLACE FUNCTION find_site_session(bytea, timestamptz, timestamptz) RETURNS TABLE (id uuid, person bytea) LANGUAGE sql AS $$ SELECT id, tokens FROM console_sessions $$',
    ])
      expect([statement, await role.try(statement)]).toEqual([statement, refused]);
    await role.close();
    for (const other of ['governance_platform_api', 'governance_public_worker'] as const) {
      const session = await RoleSession.open(stores.testDatabase.url, other);
      expect(await session.try(`SELECT * FROM ${of(newSecret())}`)).toEqual(refused);
      await session.close();
    }
  });

  it('are found by one index', async () => {
    const indexes = await stores.sql(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'console_sessions' AND indexdef LIKE '%UNIQUE%(site_secret_hash)'`,
    );
    expect(indexes).toHaveLength(1);
  });
});
