import { hitsOf } from './vegeta';

const headers = 'retry-after: 2';

/** As `vegeta encode -to=csv` writes a result: time, status, latency, bytes out and in, error, body, attack, number, and more. */
const line = (number: number, sentAtMs: number, { latencyMs = 1, status = 200, error = '' }): string => {
  const time = 1_795_000_000_000_000_000n + BigInt(sentAtMs * 1e6);
  const encoded = Buffer.from(headers).toString('base64');
  return `${time},${status},${latencyMs * 1e6},0,0,${error},,,${number},GET,http://127.0.0.1/,${encoded}`;
};

describe('hits', () => {
  it('have their times to the microsecond, since the first one', () => {
    const csv = [line(1, 10.25, { latencyMs: 2.5 }), line(0, 0, { latencyMs: 3.125 })].join('\n');
    expect(hitsOf(`${csv}\n`)).toEqual([
      { number: 1, sentAt: 10.25, status: 200, latencyMs: 2.5, error: '', headers },
      { number: 0, sentAt: 0, status: 200, latencyMs: 3.125, error: '', headers },
    ]);
  });

  it('say why there is no status', () => {
    expect(hitsOf(line(0, 0, { status: 0, error: 'EOF' }))).toEqual([
      { number: 0, sentAt: 0, status: 0, latencyMs: 1, error: 'EOF', headers },
    ]);
  });
});
