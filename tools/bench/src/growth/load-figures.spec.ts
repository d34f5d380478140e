import { type Hit } from '../load/vegeta';
import { loopFigures, overloadFigures, rateFigures } from './load-figures';

const closeTo = (value: number): number => expect.closeTo(value) as number;
const retry = 'Retry-After: 2\r\n';
const hit = (number: number, sentAt: number, of: Partial<Hit> = {}): Hit => ({
  number,
  sentAt,
  status: 200,
  latencyMs: 5,
  error: '',
  headers: '',
  ...of,
});
const refused = { status: 503, headers: `Content-Type: application/json\r\n${retry}` };

describe('connections that wait for their responses', () => {
  it('are served so many times a second, until the last response', () => {
    const hits = [hit(0, 0), hit(1, 5, { latencyMs: 15 }), hit(2, 10, refused)];
    expect(loopFigures(hits, 200)).toEqual({
      perSecond: 100,
      p50: 10,
      p99: closeTo(14.9),
      refused: 1,
    });
  });
});

describe('a constant rate', () => {
  it('is measured from the planned times, with what was refused', () => {
    const hits = [hit(0, 0), hit(1, 25), hit(2, 30, refused)];
    expect(rateFigures(hits, { status: 200, perSecond: 100 })).toEqual({
      p99: closeTo(19.9),
      refused: 1,
    });
  });
});

describe('a response', () => {
  it.each([
    ['an error', { status: 500 }],
    ['none', { status: 0, error: 'EOF' }],
    ['a refusal that does not say when to retry', { status: 503 }],
  ])('fails the measurement if it is %s', (_, of) => {
    const hits = [hit(0, 0), hit(1, 10, of)];
    const failure = 'neither 200 nor a clear refusal';
    expect(() => loopFigures(hits, 200)).toThrow(failure);
    expect(() => rateFigures(hits, { status: 200, perSecond: 100 })).toThrow(failure);
    const after = { perSecond: 50, hits };
    const overload = { perSecond: 100, hits: [hit(0, 0)] };
    expect(() => overloadFigures({ status: 200, overload, after, bound: 100 })).toThrow(failure);
  });
});

describe('an overload', () => {
  const overload = {
    perSecond: 100,
    hits: [
      hit(0, 0, { latencyMs: 900 }),
      hit(100, 1_000),
      hit(101, 1_010, refused),
      hit(102, 1_020, { latencyMs: 40 }),
      hit(103, 1_030, { ...refused, latencyMs: 1 }),
    ],
  };
  const figures = (...hits: readonly Hit[]) =>
    overloadFigures({ status: 200, overload, after: { perSecond: 10, hits }, bound: 100 });

  it('is served in part, and refused for the rest, once connections are open', () => {
    expect(figures(hit(0, 0))).toEqual({
      sent: 100,
      served: 50,
      p99: closeTo(39.65),
      refusedP99: closeTo(4.96),
      recoveredSeconds: 0,
    });
  });

  it('ends with the last request that is refused or slow', () => {
    expect(figures(hit(0, 0), hit(1, 100, refused), hit(2, 200)).recoveredSeconds).toBe(0.1);
    expect(figures(hit(0, 0), hit(1, 100), hit(2, 200, { latencyMs: 101 })).recoveredSeconds).toBe(0.2);
  });
});
