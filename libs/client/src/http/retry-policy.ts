export interface RetryOptions {
  /** How often a call is repeated after its first attempt. */
  readonly retries: number;
  /** The delay before the first retry; it doubles with each one, up to `maxDelayMs`, and is then shortened at random. */
  readonly baseDelayMs: number;
  /** No wait is longer: a service that asks for more is not called again. */
  readonly maxDelayMs: number;
}

/** The service is overloaded, restarting or unreachable: another attempt may succeed. */
const temporaryStatuses = [408, 429, 502, 503, 504];

export function isTemporary(status: number): boolean {
  return temporaryStatuses.includes(status);
}

/**
 * The wait before the retry after `attempt` (from 1), in milliseconds; undefined if there is none. A `Retry-After` is obeyed;
 * without one, the wait is random between nothing and the doubled delay, so that clients do not return all at once.
 */
export function retryDelay(
  { retries, baseDelayMs, maxDelayMs }: RetryOptions,
  attempt: number,
  { retryAfterSeconds, random }: { readonly retryAfterSeconds?: number | undefined; readonly random: number },
): number | undefined {
  if (attempt > retries) return undefined;
  if (retryAfterSeconds === undefined) return random * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
  const asked = retryAfterSeconds * 1_000;
  return asked > maxDelayMs ? undefined : asked;
}

/** `Retry-After` in seconds from now (RFC 9110, 10.2.3): a number, or a date. */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}
