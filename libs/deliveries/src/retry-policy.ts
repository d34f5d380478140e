const firstDelayMs = 5_000;
const longestDelayMs = 3_600_000;
const growth = 3;

/** About two days of hourly attempts; after that somebody has to look. */
export const maxAttempts = 60;

/**
 * How long to wait after the given number of attempts: 5 s, 15 s, 45 s and so on up to an hour, each shortened or
 * lengthened by up to a fifth. `random` is from 0 to 1, so that deliveries that failed together do not return together.
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delayMs = Math.min(firstDelayMs * growth ** (attempts - 1), longestDelayMs);
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
