/**
 * Describes a failure for the delivery row and the log, by the error's class and codes. Omits its text, because mail servers
 * repeat addresses in theirs.
 */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  );
  return [error.name, ...codes].join(' ');
}
