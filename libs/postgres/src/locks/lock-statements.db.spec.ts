import { createTestDatabase, given } from '@governance/testing';
import { Client } from 'pg';
import { advisoryLocks, type NamedLock, namedSpaceEnd } from './advisory-locks';
import { lockOfTransaction, lockSession, tryLockOfTransaction, unlockSession } from './lock-statements';

/** Its hash is 347256260675, in the range of named locks. */
const textAmongNamedLocks = 'lock 25915615';
const byText = { text: '$1' };

describe('the statements of advisory locks', () => {
  const database = given(() => createTestDatabase({ migrate: () => Promise.resolve() }));
  let holder: Client;
  let other: Client;

  beforeEach(async () => {
    [holder, other] = [1, 2].map(() => new Client({ connectionString: database.url })) as [Client, Client];
    await Promise.all([holder.connect(), other.connect()]);
  });
  afterEach(() => Promise.all([holder.end(), other.end()]));
  afterAll(() => database.drop());

  async function isFree(text: string): Promise<boolean> {
    const { rows } = await other.query<{ locked: boolean }>(tryLockOfTransaction(byText), [text]);
    return rows[0]?.locked === true;
  }

  async function isFreeByName(name: NamedLock): Promise<boolean> {
    const { rows } = await other.query<{ locked: boolean }>(tryLockOfTransaction(name));
    return rows[0]?.locked === true;
  }

  /** PostgreSQL lists a lock number as two halves of 32 bits. */
  async function heldNumbers(): Promise<bigint[]> {
    const { rows } = await holder.query<{ high: string; low: string }>(
      `SELECT classid::bigint AS high, objid::bigint AS low FROM pg_locks
       WHERE locktype = 'advisory' AND objsubid = 1 AND pid = pg_backend_pid()`,
    );
    return rows.map(({ high, low }) => BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)));
  }

  it('hold a named lock, and no other, until it is given back', async () => {
    const names = Object.keys(advisoryLocks) as NamedLock[];
    for (const held of names) {
      await holder.query(lockSession(held));
      const free = [];
      for (const name of names) if (await isFreeByName(name)) free.push(name);
      expect(free).toEqual(names.filter((name) => name !== held));
      await holder.query(unlockSession(held));
      expect(await isFreeByName(held)).toBe(true);
    }
  });

  it('hold the lock of a transaction until its end', async () => {
    await holder.query('BEGIN');
    await holder.query(lockOfTransaction(byText), ['one']);
    await holder.query(lockOfTransaction('identity-signing-keys'));
    expect([await isFree('one'), await isFree('two')]).toEqual([false, true]);
    expect(await isFreeByName('identity-signing-keys')).toBe(false);
    await holder.query('COMMIT');
    expect([await isFree('one'), await isFreeByName('identity-signing-keys')]).toEqual([true, true]);
  });

  it('take the number of a hash as it is, unless it is among those of named locks', async () => {
    const { rows } = await holder.query<{ hash: string }>('SELECT hashtextextended($1, 0) AS hash', [
      textAmongNamedLocks,
    ]);
    expect(Number(rows[0]?.hash)).toBeLessThan(namedSpaceEnd);

    await holder.query(lockSession(byText), [textAmongNamedLocks]);
    const [number] = await heldNumbers();
    expect(number).toBe(~BigInt(rows[0]?.hash ?? ''));
    await holder.query(unlockSession(byText), [textAmongNamedLocks]);

    await holder.query(lockSession(byText), ['one']);
    const { rows: plain } = await holder.query<{ hash: string }>(`SELECT hashtextextended('one', 0) AS hash`);
    expect(await heldNumbers()).toEqual([BigInt(plain[0]?.hash ?? '')]);
  });
});
