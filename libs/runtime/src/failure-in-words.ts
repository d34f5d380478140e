import { StoreUnavailable } from '@governance/kernel';
import { safeError } from './logging/safe-error';
import { StartRefused } from './start-refused';

export interface Failure {
  /** The only text that the operator sees. */
  readonly words: string;
  /** Whether the environment caused it and the text is sufficient; otherwise it is a defect in the code. */
  readonly expected: boolean;
}

/** Why a program could not start or a command failed. */
export function failureInWords(error: unknown): Failure {
  if (error instanceof StoreUnavailable) {
    const { code, message } = safeError(error.cause);
    // PostgreSQL's own message is more specific than a missing response.
    const words =
      isFromDatabase(error.cause) && message !== undefined ? `the database: ${message}` : undefined;
    const silence = `the database does not answer${code === undefined ? '' : ` (${code})`}`;
    return { words: words ?? silence, expected: true };
  }
  if (error instanceof StartRefused) return { words: error.message, expected: true };
  const { code, port } = (error ?? {}) as Record<string, unknown>;
  if (code === 'EADDRINUSE') {
    return { words: `port ${String(port)} is taken by another program`, expected: true };
  }
  const safe = safeError(error);
  const words = safe.message ?? [safe.type, safe.code].filter(Boolean).join(' ');
  return { words, expected: isFromDatabase(error) };
}

/** PostgreSQL's own errors have a severity: the role, the database or the schema is wrong. */
function isFromDatabase(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error;
}
