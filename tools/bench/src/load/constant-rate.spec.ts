import { plannedLatencies } from './constant-rate';

describe('the latency of a request', () => {
  const hit = (number: number, sentAt: number, latencyMs: number) => ({
    number,
    sentAt,
    latencyMs,
  });

  it('is that of the response while requests are sent on time', () => {
    expect(plannedLatencies([hit(0, 0, 2), hit(1, 10, 3), hit(2, 20, 4)], 100)).toEqual([2, 3, 4]);
  });

  it('includes the time for which it was late', () => {
    expect(plannedLatencies([hit(0, 0, 2), hit(1, 25, 3), hit(2, 26, 4)], 100)).toEqual([2, 18, 10]);
  });

  it('is not shortened by a first request that was late', () => {
    expect(plannedLatencies([hit(0, 0, 2), hit(1, 5, 3), hit(2, 15, 4)], 100)).toEqual([7, 3, 4]);
  });
});
