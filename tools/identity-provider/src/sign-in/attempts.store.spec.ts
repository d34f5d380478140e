import { Keyring } from '@governance/keyring';
import {
  createTestDatabase,
  createTestKeyring,
  runSql,
  type TestDatabase,
  type TestKeyring,
} from '@governance/testing';
import { IdentityDatabase } from '../database/identity-database';
import { migrateIdentity } from '../database/migrate-identity';
import { type Attempt, AttemptsStore } from './attempts.store';

async function migrate(url: string): Promise<void> {
  await migrateIdentity(url);
}

describe('AttemptsStore', () => {
  let stored: TestDatabase;
  let database: IdentityDatabase;
  let keyring: TestKeyring;
  let attempts: AttemptsStore;
  const account = (of: string): Attempt => ({ kind: 'account', of });

  beforeAll(async () => {
    stored = await createTestDatabase({ migrate });
    database = await IdentityDatabase.open(stored.url);
    keyring = createTestKeyring();
    attempts = new AttemptsStore(database, Keyring.load(keyring.file));
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await stored.drop();
    keyring.remove();
  });

  /** Lets the wait of every attempt be over. */
  const waitOver = (): Promise<unknown> =>
    runSql(stored.url, `UPDATE identity.attempts SET blocked_until = '-infinity'`);

  async function fail(attempt: Attempt, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await waitOver();
      expect(await attempts.begin(attempt)).toBe(0);
    }
  }

  it('lets a few mistakes go, and then makes each further one wait twice as long, up to a quarter of an hour', async () => {
    const waits = [];
    for (let time = 0; time < 13; time += 1) {
      await waitOver();
      expect(await attempts.begin(account('growing'))).toBe(0);
      const [row] = await runSql(
        stored.url,
        `SELECT greatest(0, round(extract(epoch FROM max(blocked_until) - now()))) AS wait FROM identity.attempts`,
      );
      waits.push(Math.max(0, Number(row?.wait)));
    }
    expect(waits).toEqual([0, 0, 0, 0, 15, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  it('refuses while it waits, with the seconds that are left, and counts nothing meanwhile', async () => {
    await fail(account('blocked'), 5);
    const [before] = await runSql(stored.url, 'SELECT sum(failures) AS failures FROM identity.attempts');
    for (const wait of [await attempts.begin(account('blocked')), await attempts.begin(account('blocked'))]) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(15);
    }
    expect(await runSql(stored.url, 'SELECT sum(failures) AS failures FROM identity.attempts')).toEqual([
      before,
    ]);
    expect(await attempts.begin(account('somebody else'))).toBe(0);
    expect(await attempts.begin({ kind: 'second-factor', of: 'blocked' })).toBe(0);
  });

  it('lets no more through when many come at the same time', async () => {
    const burst = Array.from({ length: 30 }, () => attempts.begin(account('burst')));
    expect((await Promise.all(burst)).filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('forgets everything at a success', async () => {
    await fail(account('right'), 4);
    await attempts.succeed(account('right'));
    await fail(account('right'), 4);
    expect(await attempts.begin(account('right'))).toBe(0);
  });

  it('forgives one attempt, and not those before', async () => {
    const address: Attempt = { kind: 'address', of: '192.0.2.1' };
    await fail(address, 30);
    expect(await attempts.begin(address)).toBe(0);
    await attempts.forgive(address);
    expect(await attempts.begin(address)).toBe(0);
    expect(await attempts.begin(address)).toBeGreaterThan(0);
  });

  it('forgets after a day without an attempt', async () => {
    await fail(account('yesterday'), 8);
    await waitOver();
    await runSql(stored.url, 'UPDATE identity.attempts SET expires_at = now()');
    await fail(account('yesterday'), 4);
    expect(await attempts.begin(account('yesterday'))).toBe(0);
  });

  it('names nobody', async () => {
    await attempts.begin(account('canary@example.com'));
    const rows = await runSql(stored.url, `SELECT encode(subject, 'escape') AS text FROM identity.attempts`);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});
