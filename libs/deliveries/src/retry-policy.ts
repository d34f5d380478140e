const firstDelayMs = 5_000;
const longestDelayMs = 3_600_000;
const growth = 3;

/** About two days of hourly attempts; then an operator has to intervene. */
export const maxAttempts = 60;

/**
 * The wait after a number of attempts: 5 s, 15 s, 45 s and so on up to an hour, each varied by up to a fifth. `random` is
 * from 0 to 1, so that deliveries that failed together are not retried together.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = Math.min(firstDelayMs * growth ** (attempts - 1), longestDelayMs);
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
