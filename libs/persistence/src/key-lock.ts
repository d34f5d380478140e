import { lockOfTransaction, tryLockOfTransaction, type RunStatement } from '@governance/postgres';

const lock = { text: `encode($1, 'hex')` };

const tryKey = { name: 'try-key', text: tryLockOfTransaction(lock) };

const waitForKey = { name: 'wait-for-key', text: lockOfTransaction(lock) };

/** Locks a hash until the end of the transaction; waits for another transaction that holds it. */
export async function lockKey(query: RunStatement, mac: Buffer): Promise<void> {
  await query(waitForKey, [mac]);
}

/** Locks a hash until the end of the transaction; false while another transaction holds it. */
export async function tryLockKey(query: RunStatement, mac: Buffer): Promise<boolean> {
  const { rows } = await query<{ locked: boolean }>(tryKey, [mac]);
  return rows[0]?.locked === true;
}
