import { driftLine, driftsOf } from './drift';

describe('driftsOf', () => {
  it('finds nothing where everything wanted is there, whatever else there is', () => {
    const wanted = { a: 1, b: { c: 'x' }, roles: ['q', 'p'] };
    expect(
      driftsOf(wanted, { a: 1, b: { c: 'x', d: 'y' }, roles: ['p', 'q'], more: true }, 'client'),
    ).toEqual([]);
  });

  it.each([
    ['another value', { a: 1 }, { a: 2 }, 'client.a: 2, wanted 1'],
    ['a value of another type', { a: true }, { a: 'true' }, 'client.a: "true", wanted true'],
    ['a missing value', { a: { b: 'x' } }, {}, 'client.a.b: missing, wanted "x"'],
    ['a value that should be false', { a: false }, {}, 'client.a: missing, wanted false'],
    ['a missing entry', { a: ['p', 'q'] }, { a: ['p'] }, 'client.a: ["p"], wanted ["p","q"]'],
    ['an entry too many', { a: ['p'] }, { a: ['p', 'q'] }, 'client.a: ["p","q"], wanted ["p"]'],
    ['a missing resource', { a: 1 }, undefined, 'client.a: missing, wanted 1'],
  ])('names %s', (_what, wanted, found, line) => {
    expect(driftsOf(wanted, found, 'client').map(driftLine)).toEqual([line]);
  });

  it('treats a missing list as an empty one', () => {
    expect(driftsOf({ a: [] }, {}, 'client')).toEqual([]);
  });
});
