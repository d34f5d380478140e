import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';

/** SQLSTATE: deadlock detected, serialization failure. PostgreSQL has rolled the transaction back. */
const conflictCodes = ['40P01', '40001'];
const mostAttempts = 3;
/** Without a pause the repetition could take the row for which the other transaction waits, and meet it once more. */
const pauseMs = 20;

/**
 * Runs `work`, a statement or a whole transaction, again when PostgreSQL ended it for the sake of another one. Every conflict is
 * a defect of the order of locks (docs/architecture.md): the repetition keeps it from failing a request, and the server logs it.
 */
export async function repeatedOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === mostAttempts || !isConflict(error)) throw error;
      await delay(pauseMs * attempt * (1 + Math.random()));
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && conflictCodes.includes(error.code ?? '');
}
