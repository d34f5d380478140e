import { lockOfTransaction, tryLockOfTransaction, type RunStatement } from '@governance/postgres';

const lock = { text: `encode($1, 'hex')` };

const tryKey = { name: 'try-key', text: tryLockOfTransaction(lock) };

const waitForKey = { name: 'wait-for-key', text: lockOfTransaction(lock) };

/** Takes what a hash names until the end of the transaction, after any other transaction that has it. */
export async function lockKey(query: RunStatement, mac: Buffer): Promise<void> {
  await query(waitForKey, [mac]);
}

/** Takes what a hash names until the end of the transaction; false while another transaction has it. */
export async function tryLockKey(query: RunStatement, mac: Buffer): Promise<boolean> {
  const { rows } = await query<{ locked: boolean }>(tryKey, [mac]);
  return rows[0]?.locked === true;
}
