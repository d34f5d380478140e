import { hitsOf, plannedLatencies } from './constant-rate';

/** As `vegeta encode -to=csv` writes a result: time, status, latency, bytes out and in, error, body, attack, number, and more. */
const line = (number: number, sentAtMs: number, { latencyMs = 1, status = 200, error = '' }): string => {
  const time = 1_795_000_000_000_000_000n + BigInt(sentAtMs * 1e6);
  return `${time},${status},${latencyMs * 1e6},0,0,${error},,,${number},GET,http://127.0.0.1/,Q29udGVudA==`;
};

describe('hits', () => {
  it('have their times to the microsecond, since the first one', () => {
    const csv = [line(1, 10.25, { latencyMs: 2.5 }), line(0, 0, { latencyMs: 3.125 })].join('\n');
    expect(hitsOf(`${csv}\n`)).toEqual([
      { number: 1, sentAt: 10.25, status: 200, latencyMs: 2.5, error: '' },
      { number: 0, sentAt: 0, status: 200, latencyMs: 3.125, error: '' },
    ]);
  });

  it('say why there is no status', () => {
    expect(hitsOf(line(0, 0, { status: 0, error: 'EOF' }))).toEqual([
      { number: 0, sentAt: 0, status: 0, latencyMs: 1, error: 'EOF' },
    ]);
  });
});

describe('the latency of a request', () => {
  const hit = (number: number, sentAt: number, latencyMs: number) => ({
    number,
    sentAt,
    latencyMs,
    status: 200,
    error: '',
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
