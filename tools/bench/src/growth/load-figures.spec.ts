import { type Exchange } from '@governance/testing';
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
  });
});

describe('an overload', () => {
  const at = (sentAt: number, of: Partial<Exchange> = {}): Exchange => ({
    sentAt,
    waitedMs: 5,
    status: 200,
    ...of,
  });
  const overload = [
    at(0),
    at(500, { status: 503 }),
    at(510, { waitedMs: 40 }),
    at(520, { status: 503, waitedMs: 1 }),
  ];
  const figures = (after: readonly Exchange[], unclear: readonly string[] = []) =>
    overloadFigures({
      status: 200,
      perSecond: 4,
      seconds: 1,
      bound: 100,
      result: { exchanges: [...overload, ...after], ids: [], unclear },
    });

  it('is served in part, and refused for the rest', () => {
    expect(figures([at(1_000)])).toEqual({
      sent: 4,
      served: 2,
      p99: closeTo(39.65),
      refusedP99: closeTo(4.96),
      recoveredSeconds: 0,
    });
  });

  it('ends with the last request that is refused or slow', () => {
    expect(figures([at(1_000), at(1_100, { status: 503 }), at(1_200)]).recoveredSeconds).toBe(0.1);
    expect(figures([at(1_000), at(1_200, { waitedMs: 101 })]).recoveredSeconds).toBe(0.2);
  });

  it('fails if a response is an error, none, or an unclear refusal', () => {
    const failure = 'neither 200 nor a clear refusal';
    expect(() => figures([at(1_000, { status: 500 })])).toThrow(failure);
    expect(() => figures([at(1_000, { status: 0 })])).toThrow(failure);
    expect(() => figures([at(1_000)], ['HTTP/1.1 503'])).toThrow(failure);
  });
});
