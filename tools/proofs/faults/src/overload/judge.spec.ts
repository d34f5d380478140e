import { type Exchange } from '@governance/testing';
import { figuresOf, findingsOf, type OverloadEvidence } from './judge';

/** A hundred requests a second for two seconds; after them, requests that are answered at once. */
function evidence({
  during = (number) => (number % 2 === 0 ? { status: 201 } : { status: 503 }),
  after = () => ({ status: 201 }),
  ...others
}: {
  during?: (number: number) => Partial<Exchange>;
  after?: (number: number) => Partial<Exchange>;
} & Partial<OverloadEvidence> = {}): OverloadEvidence {
  const at = (number: number): Exchange => ({ sentAt: number * 10, waitedMs: 20, status: 201 });
  const exchanges = Array.from({ length: 1_000 }, (_, number) => ({
    ...at(number),
    ...(number < 200 ? during(number) : after(number)),
  }));
  return {
    capacities: [40, 60],
    overloadSeconds: 2,
    exchanges,
    loadCoreIdle: 0.5,
    unclear: [],
    acknowledged: 9,
    stored: 9,
    ...others,
  };
}

describe('the judgement of an overload', () => {
  it('counts a second, and finds nothing if every promise is kept', () => {
    expect(findingsOf(evidence())).toEqual([]);
    expect(figuresOf(evidence())).toMatchObject({
      capacity: 50,
      offered: 100,
      goodput: 50,
      share: 1,
      refused: 50,
      unanswered: 0,
      waited: { median: 20, p99: 20 },
      recoveredMs: 0,
    });
  });

  it.each<[string, Parameters<typeof evidence>[0]]>([
    ['goodput fell to 50 %', { during: (number) => ({ status: number % 4 === 0 ? 201 : 503 }) }],
    ['100 requests had no answer', { during: (number) => ({ status: number % 2 === 0 ? 201 : 0 }) }],
    ['100 requests had no answer', { during: (number) => ({ status: number % 2 === 0 ? 201 : 500 }) }],
    [
      'successful requests waited 3000 ms',
      { during: (number) => ({ status: number % 2 === 0 ? 201 : 503, waitedMs: 3_000 }) },
    ],
    [
      'refusals came after 900 ms',
      { during: (number) => (number % 2 === 0 ? { status: 201 } : { status: 503, waitedMs: 900 }) },
    ],
    ['recovery took 6000 ms', { after: (number) => ({ status: number < 801 ? 503 : 201 }) }],
    ['recovery took 6000 ms', { after: (number) => ({ waitedMs: number < 801 ? 300 : 20 }) }],
    ['the core of the load was idle 4 %', { loadCoreIdle: 0.04 }],
    ['an unclear refusal: 503', { unclear: ['503'] }],
    ['2 acknowledged submissions are lost', { stored: 7 }],
  ])('finds that %s', (text, broken) => {
    expect(findingsOf(evidence(broken))).toEqual(expect.arrayContaining([expect.stringContaining(text)]));
  });
});
