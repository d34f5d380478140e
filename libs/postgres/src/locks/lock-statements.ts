import { advisoryLocks, type NamedLock, namedSpaceEnd } from './advisory-locks';

/** A lock by its name, or by an SQL expression of type text that yields its name. */
export type Lock = NamedLock | { readonly text: string };

/** Waits for the lock and holds it until the end of the transaction. */
export function lockOfTransaction(lock: Lock): string {
  return `SELECT pg_advisory_xact_lock(${numberOf(lock)})`;
}

/** Holds the lock until the end of the transaction; the column `locked` is false while another transaction has it. */
export function tryLockOfTransaction(lock: Lock): string {
  return `SELECT pg_try_advisory_xact_lock(${numberOf(lock)}) AS locked`;
}

/** Waits for the lock and holds it until `unlockSession`, or the end of the connection. */
export function lockSession(lock: Lock): string {
  return `SELECT pg_advisory_lock(${numberOf(lock)})`;
}

/** Holds the lock as `lockSession` does; the column `locked` is false while another session has it. */
export function tryLockSession(lock: Lock): string {
  return `SELECT pg_try_advisory_lock(${numberOf(lock)}) AS locked`;
}

export function unlockSession(lock: Lock): string {
  return `SELECT pg_advisory_unlock(${numberOf(lock)})`;
}

/**
 * A hash in the range of named locks is mapped to a negative number. Other hashes stay unchanged, because previous releases
 * take the same lock for the same text.
 */
function numberOf(lock: Lock): string {
  if (typeof lock === 'string') return String(advisoryLocks[lock]);
  const hash = `hashtextextended(${lock.text}, 0)`;
  return `CASE WHEN ${hash} BETWEEN 0 AND ${namedSpaceEnd - 1} THEN ~${hash} ELSE ${hash} END`;
}
