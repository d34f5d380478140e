import { type Database, lockOfTransaction, type RunStatement } from '@governance/postgres';
import { inSystemScope, type SystemScope } from './scoped-transactions';

/** Rows are changed in lots: one statement over years of rows would exceed its timeout and hold its locks. */
export const lot = 500;

export const lockRetention = { name: 'lock-retention', text: lockOfTransaction('retention') };

/**
 * Runs `work`, which changes at most `lot` rows, until it changes fewer. Returns the number of all rows. Each lot is a
 * transaction, and one lot runs at a time: two of them would lock the same rows in different orders.
 */
export async function inLots(
  database: Database,
  scope: SystemScope | undefined,
  work: (query: RunStatement) => Promise<{ readonly rowCount: number | null }>,
): Promise<number> {
  let total = 0;
  for (let changed = lot; changed === lot; total += changed) {
    const change = async (query: RunStatement): Promise<number> => {
      await query(lockRetention);
      return (await work(query)).rowCount ?? 0;
    };
    changed = await (scope === undefined
      ? database.inTransaction(change)
      : inSystemScope(database, scope, change));
  }
  return total;
}
