import { given } from '@governance/testing';
import { Keyring } from '@governance/keyring';
import { Database } from '@governance/postgres';
import { openStores } from '../../e2e/support/identity-server';
import { type Attempt, type AttemptKind, AttemptsStore, budgets } from './attempts.store';

describe('AttemptsStore', () => {
  const stored = given(openStores);
  let database: Database;
  let attempts: AttemptsStore;
  const account = (of: string): Attempt => ({ kind: 'account', of });

  beforeAll(async () => {
    database = await Database.open({ url: stored.databaseUrl });
    attempts = new AttemptsStore(database, Keyring.load(stored.keyringFile));
  });
  afterAll(async () => {
    await database.close();
    await stored.drop();
  });

  /** Simulates the time since the last attempt. */
  const passed = (seconds: number): Promise<unknown> =>
    stored.sql('UPDATE identity.guesses SET counted_at = counted_at - make_interval(secs => $1)', [seconds]);

  async function spendAll(attempt: Attempt): Promise<void> {
    for (let time = 0; time < budgets[attempt.kind].burst; time += 1) {
      expect(await attempts.begin(attempt)).toBe(0);
    }
  }

  it.each(Object.entries(budgets))(
    'lets no more of a kind through than its budget: %s',
    async (kind, budget) => {
      const attempt = { kind: kind as AttemptKind, of: 'all of it' };
      await spendAll(attempt);
      const wait = await attempts.begin(attempt);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(budget.refillSeconds);
    },
  );

  it('refills one guess per interval, up to the burst', async () => {
    const { burst, refillSeconds } = budgets.account;
    const attempt = account('refilled');
    await spendAll(attempt);
    await passed(3 * refillSeconds);
    for (const isFree of [true, true, true, false])
      expect((await attempts.begin(attempt)) === 0).toBe(isFree);
    await passed(1000 * burst * refillSeconds);
    await spendAll(attempt);
    expect(await attempts.begin(attempt)).toBeGreaterThan(0);
  });

  it('counts nothing while it refuses, so that further attempts do not extend the wait', async () => {
    const attempt = account('impatient');
    await spendAll(attempt);
    for (let time = 0; time < 20; time += 1) await attempts.begin(attempt);
    await passed(budgets.account.refillSeconds);
    expect(await attempts.begin(attempt)).toBe(0);
  });

  it('allows no more concurrent guesses than the budget § V6.3.1', async () => {
    const burst = Array.from({ length: 80 }, () => attempts.begin(account('at once')));
    expect((await Promise.all(burst)).filter((wait) => wait === 0)).toHaveLength(budgets.account.burst);
  });

  it('keeps subjects and kinds apart', async () => {
    await spendAll(account('one'));
    expect(await attempts.begin(account('another'))).toBe(0);
    expect(await attempts.begin({ kind: 'factor', of: 'one' })).toBe(0);
  });

  it('uses all of several budgets, or none', async () => {
    const [network, whole] = [{ kind: 'network', of: 'exhausting' } as const, account('exhausted')];
    await spendAll(whole);
    expect(await attempts.begin(network, whole)).toBeGreaterThan(0);
    await spendAll(network);
    expect(await attempts.begin(network)).toBeGreaterThan(0);
  });

  it('forgives one attempt, but not earlier ones', async () => {
    await spendAll(account('forgiven'));
    await attempts.forgive(account('forgiven'));
    expect(await attempts.begin(account('forgiven'))).toBe(0);
    expect(await attempts.begin(account('forgiven'))).toBeGreaterThan(0);
  });

  it('may forget a row when its budget is whole again', async () => {
    await spendAll(account('kept'));
    const [row] =
      await stored.sql(`SELECT round(extract(epoch FROM max(expires_at) - max(counted_at))) AS seconds FROM identity.guesses
       WHERE spent > 49 AND counted_at > now() - interval '1 minute'`);
    const { burst, refillSeconds } = budgets.account;
    expect(Math.abs(Number(row?.seconds) - burst * refillSeconds)).toBeLessThan(refillSeconds);
  });

  const failed = async (...accounts: string[]): Promise<unknown> =>
    Array.from(await attempts.failuresSinceYesterday(database.query, accounts));

  it('counts wrong guesses of today and yesterday, of each account, and forgives none', async () => {
    const [today, day] = [Date.now(), 24 * 3_600_000];
    for (const ago of [0, 0, 1, 2]) await attempts.fail('counted', new Date(today - ago * day));
    await attempts.fail('other', new Date(today));
    await attempts.begin(account('counted'));
    await attempts.forgive(account('counted'));
    const counted = { count: 3, lastAt: expect.any(Date) as Date, isPaused: false };
    expect(await failed('counted', 'never')).toEqual([['counted', counted]]);
    expect(await failed('other')).toEqual([['other', { ...counted, count: 1 }]]);
  });

  it.each(['account', 'factor'] as const)(
    'says that guesses wait, until the budget refills: %s',
    async (kind) => {
      const of = `paused ${kind}`;
      await attempts.fail(of, new Date());
      await spendAll({ kind, of });
      expect(await failed(of)).toEqual([[of, expect.objectContaining({ count: 1, isPaused: true })]]);
      await passed(2 * budgets[kind].refillSeconds);
      expect(await failed(of)).toEqual([[of, expect.objectContaining({ count: 1, isPaused: false })]]);
    },
  );

  it('stores no account or address in clear text', async () => {
    await attempts.begin(account('canary@example.com'));
    await attempts.fail('canary@example.com', new Date());
    const rows = await stored.sql(`SELECT encode(subject, 'escape') AS text FROM identity.guesses`);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});
