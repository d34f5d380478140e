import { advisoryLocks, namedSpaceEnd } from './advisory-locks';

describe('the advisory locks', () => {
  const numbers = Object.values(advisoryLocks);

  it('have a number each', () => {
    expect(numbers).toHaveLength(new Set(numbers).size);
  });

  it('have numbers that no hash becomes', () => {
    expect(numbers.filter((number) => !(number >= 0 && number < namedSpaceEnd))).toEqual([]);
  });

  it('keep the numbers under which older releases take them', () => {
    expect(advisoryLocks).toMatchObject({
      'platform-migrations': 7_306_218_455,
      'identity-migrations': 7_306_218_456,
      'identity-signing-keys': 7_306_218_457,
    });
  });
});
