import { StoreUnavailable } from '@governance/kernel';
import { safeError } from './logging/safe-error';

export interface Failure {
  /** For an operator who sees nothing else. */
  readonly words: string;
  /** Whether it is the surroundings' doing and the words say it all; otherwise the code is to be looked at. */
  readonly expected: boolean;
}

/** Why a program could not start, or a command not be carried out. */
export function failureInWords(error: unknown): Failure {
  if (error instanceof StoreUnavailable) {
    const { code, message } = safeError(error.cause);
    // PostgreSQL's own words say more than that there was no answer.
    const words =
      isFromDatabase(error.cause) && message !== undefined ? `the database: ${message}` : undefined;
    const silence = `the database does not answer${code === undefined ? '' : ` (${code})`}`;
    return { words: words ?? silence, expected: true };
  }
  const { code, port } = (error ?? {}) as Record<string, unknown>;
  if (code === 'EADDRINUSE') {
    return { words: `port ${String(port)} is taken by another program`, expected: true };
  }
  const safe = safeError(error);
  const words = safe.message ?? [safe.type, safe.code].filter(Boolean).join(' ');
  return { words, expected: isFromDatabase(error) };
}

/** PostgreSQL's errors have a severity: the role, the database or the schema is not what it should be. */
function isFromDatabase(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error;
}
