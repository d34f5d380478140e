import { driftLine, driftsOf, exactDriftsOf } from './drift';

describe('driftsOf', () => {
  it('finds nothing where every wanted member is there, among others', () => {
    const wanted = { a: 1, b: { c: 'x' }, roles: ['q', 'p'] };
    expect(
      driftsOf(wanted, { a: 1, b: { c: 'x', d: 'y' }, roles: ['p', 'q'], more: true }, 'client'),
    ).toEqual([]);
  });

  it.each([
    { what: 'another value', wanted: { a: 1 }, found: { a: 2 }, line: 'client.a: 2, wanted 1' },
    {
      what: 'another type',
      wanted: { a: true },
      found: { a: 'true' },
      line: 'client.a: "true", wanted true',
    },
    {
      what: 'a missing value',
      wanted: { a: { b: 'x' } },
      found: {},
      line: 'client.a.b: missing, wanted "x"',
    },
    { what: 'a missing false', wanted: { a: false }, found: {}, line: 'client.a: missing, wanted false' },
    {
      what: 'a missing entry',
      wanted: { a: ['p', 'q'] },
      found: { a: ['p'] },
      line: 'client.a: ["p"], wanted ["p","q"]',
    },
    {
      what: 'an entry too many',
      wanted: { a: ['p'] },
      found: { a: ['p', 'q'] },
      line: 'client.a: ["p","q"], wanted ["p"]',
    },
    { what: 'a missing resource', wanted: { a: 1 }, found: undefined, line: 'client.a: missing, wanted 1' },
  ])('names $what', ({ wanted, found, line }) => {
    expect(driftsOf(wanted, found, 'client').map(driftLine)).toEqual([line]);
  });

  it('treats a missing list as an empty one', () => {
    expect(driftsOf({ a: [] }, {}, 'client')).toEqual([]);
  });
});

describe('exactDriftsOf', () => {
  it('names what differs, and every member that is not wanted', () => {
    const lines = exactDriftsOf({ a: 'x', b: 'y' }, { a: 'z', c: 'more' }, 'flow').map(driftLine);
    expect(lines).toEqual([
      'flow.a: "z", wanted "x"',
      'flow.b: missing, wanted "y"',
      'flow.c: "more", wanted none',
    ]);
  });

  it('names every member of a missing resource', () => {
    expect(exactDriftsOf({ a: 1 }, undefined, 'flow').map(driftLine)).toEqual(['flow.a: missing, wanted 1']);
  });
});
