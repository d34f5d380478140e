import { maxAttempts, retryDelayMs } from './retry-policy';

describe('retryDelayMs', () => {
  it('grows from seconds to an hour and no further', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, maxAttempts].map(
      (attempts) => retryDelayMs(attempts, 0.5) / 1_000,
    );

    expect(delays).toEqual([5, 15, 45, 135, 405, 1_215, 3_600, 3_600, 3_600]);
  });

  it('spreads deliveries that failed together over two fifths of the delay', () => {
    expect(retryDelayMs(1, 0)).toBe(4_000);
    expect(retryDelayMs(1, 1)).toBe(6_000);
  });

  it('continues for about two days', () => {
    const totalMs = Array.from({ length: maxAttempts - 1 }, (_, index) =>
      retryDelayMs(index + 1, 0.5),
    ).reduce((sum, delayMs) => sum + delayMs);
    expect(totalMs / 3_600_000).toBeGreaterThan(48);
    expect(totalMs / 3_600_000).toBeLessThan(60);
  });
});
