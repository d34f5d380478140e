import { StoreUnavailable } from '@governance/assessments';
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
    const { code } = safeError(error.cause);
    return { words: `the database does not answer${code === undefined ? '' : ` (${code})`}`, expected: true };
  }
  const { code, port, severity } = (error ?? {}) as Record<string, unknown>;
  if (code === 'EADDRINUSE') {
    return { words: `port ${String(port)} is taken by another program`, expected: true };
  }
  const safe = safeError(error);
  const words = safe.message ?? [safe.type, safe.code].filter(Boolean).join(' ');
  // PostgreSQL has a severity: the role or the database is not what it should be.
  return { words, expected: severity !== undefined };
}
