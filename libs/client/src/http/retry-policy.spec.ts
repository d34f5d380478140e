import { retryAfterOf, retryDelay } from './retry-policy';

const options = { retries: 3, baseDelayMs: 250, maxDelayMs: 1_000 };

describe('the wait before a retry', () => {
  it('doubles up to its limit, and is shortened at random', () => {
    const longest = [1, 2, 3].map((attempt) => retryDelay(options, attempt, { random: 1 }));
    expect(longest).toEqual([250, 500, 1_000]);
    expect(retryDelay({ ...options, retries: 9 }, 9, { random: 1 })).toBe(1_000);
    expect(retryDelay(options, 2, { random: 0.5 })).toBe(250);
    expect(retryDelay(options, 2, { random: 0 })).toBe(0);
  });

  it('ends after the last retry', () => {
    expect(retryDelay(options, 4, { random: 0, retryAfterSeconds: 0 })).toBeUndefined();
  });

  it('is that of Retry-After, and none if that is too long', () => {
    expect(retryDelay(options, 1, { random: 0, retryAfterSeconds: 1 })).toBe(1_000);
    expect(retryDelay(options, 1, { random: 0, retryAfterSeconds: 2 })).toBeUndefined();
  });

  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['120', 120],
    ['soon', undefined],
    ['Mon, 23 Nov 2026 12:00:30 GMT', 30],
    ['Mon, 23 Nov 2026 11:00:00 GMT', 0],
  ])('reads Retry-After: %s', (value, seconds) => {
    const headers = new Headers(value === undefined ? {} : { 'retry-after': value });
    expect(retryAfterOf(headers, Date.parse('2026-11-23T12:00:00Z'))).toBe(seconds);
  });
});
