import { type AttachedResult } from './attached-result';
import { clientIdOf, earlierResults, latestResults } from './earlier-results';

const provenAt = new Date('2026-01-01T00:00:00.000Z');

/** A result of a day in 2026. Later calls with the same `id` are later results. */
function resultOf(id: string, day: number, overrides: Partial<AttachedResult> = {}): AttachedResult {
  return {
    id,
    createdAt: new Date(Date.UTC(2026, 0, day)),
    attachedAt: new Date(Date.UTC(2026, 11, 1)),
    clientId: id,
    mode: 'client-on-behalf',
    rubric: { id: 'ai-governance-msp', version: '1.1.0', sha256: 'ab'.repeat(32) },
    overallScore: day,
    tier: 'Progressing',
    launchAllowed: true,
    ...overrides,
  };
}

/** The id of the earlier result of each, of results given oldest first. */
function idsOf(...results: readonly AttachedResult[]): Record<string, string> {
  const found = earlierResults(results.toReversed());
  return Object.fromEntries([...found].map(([id, earlier]) => [id, earlier.id]));
}

describe('earlierResults', () => {
  const acme = { clientName: 'Acme Ltd' };
  const domain = { domain: { name: 'acme.example', provenAt } };

  it('are the latest before, of the same name in any case', () => {
    const results = [
      resultOf('a', 1, acme),
      resultOf('b', 2, { clientName: 'Globex' }),
      resultOf('c', 3, { clientName: 'ACME ltd' }),
      resultOf('d', 4, acme),
    ];
    expect(idsOf(...results)).toEqual({ c: 'a', d: 'c' });
  });

  it('are of the same domain too, and of either the later one', () => {
    const [a, b, c] = [resultOf('a', 1, acme), resultOf('b', 2, domain), resultOf('c', 3, domain)];
    expect(idsOf(a, b, c)).toEqual({ c: 'b' });
    expect(idsOf(a, b, resultOf('d', 4, { ...acme, ...domain }))).toEqual({ d: 'b' });
    expect(
      idsOf(resultOf('a', 1, domain), resultOf('b', 2, acme), resultOf('d', 4, { ...acme, ...domain })),
    ).toEqual({
      d: 'b',
    });
  });

  it('are none for results without a name and a domain, and none of another mode', () => {
    expect(idsOf(resultOf('a', 1), resultOf('b', 2))).toEqual({});
    expect(idsOf(resultOf('a', 1, { ...acme, mode: 'msp-self' }), resultOf('b', 2, acme))).toEqual({});
    expect(idsOf(resultOf('a', 1, { clientName: 'acme.example' }), resultOf('b', 2, domain))).toEqual({});
  });

  it('are never withdrawn, and none for a withdrawn one', () => {
    const withdrawal = { at: provenAt, reason: 'misused' } as const;
    const [a, b, c] = [
      resultOf('a', 1, acme),
      resultOf('b', 2, { ...acme, withdrawal }),
      resultOf('c', 3, acme),
    ];
    expect(idsOf(a, b, c)).toEqual({ c: 'a' });
  });

  it('are of the same recognised client, without any name', () => {
    expect(idsOf(resultOf('a', 1), resultOf('b', 2, { clientId: 'a' }), resultOf('c', 3))).toEqual({
      b: 'a',
    });
    const ofProvider = resultOf('b', 2, { clientId: 'a', mode: 'msp-self' });
    expect(idsOf(resultOf('a', 1), ofProvider)).toEqual({});
  });
});

describe('latestResults', () => {
  const acme = { clientName: 'Acme Ltd' };
  const latestOf = (...results: readonly AttachedResult[]): string[] => [
    ...latestResults(results.toReversed()),
  ];

  it('are the newest of each client and mode', () => {
    const results = [
      resultOf('a', 1, acme),
      resultOf('b', 2, { ...acme, mode: 'msp-self' }),
      resultOf('c', 3, { clientName: 'ACME ltd' }),
      resultOf('d', 4),
    ];
    expect(latestOf(...results)).toEqual(['d', 'c', 'b']);
  });

  it('are none that a later one follows by another of its names', () => {
    const domain = { domain: { name: 'acme.example', provenAt } };
    const both = resultOf('c', 3, { ...acme, ...domain });
    expect(latestOf(resultOf('a', 1, acme), resultOf('b', 2, domain), both)).toEqual(['c']);
  });

  it('are never withdrawn, and a withdrawn one follows none', () => {
    const withdrawal = { at: provenAt, reason: 'misused' } as const;
    expect(latestOf(resultOf('a', 1, acme), resultOf('b', 2, { ...acme, withdrawal }))).toEqual(['a']);
  });
});

describe('clientIdOf', () => {
  const known = resultOf('b', 2, { clientName: 'Acme Ltd', clientId: 'a' });
  const proven = resultOf('c', 1, { domain: { name: 'acme.example', provenAt } });

  it.each<[string, Partial<AttachedResult>]>([
    ['a', { clientName: 'acme LTD' }],
    ['a', { clientName: 'Acme Ltd', mode: 'msp-self' }],
    ['c', { domain: { name: 'acme.example', provenAt } }],
    ['n', { clientName: 'Globex' }],
    ['n', { clientName: 'acme.example' }],
    ['n', {}],
  ])('is %s for %j', (expected, overrides) => {
    const result = resultOf('n', 3, overrides);
    expect(clientIdOf(result, [result, known, proven])).toBe(expected);
  });
});
