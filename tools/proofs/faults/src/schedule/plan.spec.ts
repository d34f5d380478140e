import { catalogue, catalogued, selectFaults } from './catalogue';
import { brisk } from './pace';
import { planOf, type PlannedFaults } from './plan';

function first(count: number, seed: number, names?: Parameters<typeof planOf>[1]): readonly PlannedFaults[] {
  const plan = planOf(seed, names);
  return Array.from({ length: count }, () => plan.next().value);
}

describe('the schedule of a seed', () => {
  const { length } = catalogue;

  it('is always the same', () => {
    expect(first(100, 7)).toEqual(first(100, 7));
    expect(first(100, 7)).not.toEqual(first(100, 8));
  });

  it('begins with each fault alone', () => {
    const names = first(length, 3).map(({ faults }) => faults);
    expect(names.map(([name]) => name).toSorted()).toEqual(catalogue.map(({ name }) => name).toSorted());
    expect(names.every((faults) => faults.length === 1)).toBe(true);
  });

  it('goes on with pairs of different places, and with single ones', () => {
    const later = first(length + 200, 3).slice(length);
    const placeOf = (name: string) => catalogued(name)?.place;
    const pairs = later.filter(({ faults }) => faults.length === 2);
    expect(pairs.length).toBeGreaterThan(100);
    expect(pairs.length).toBeLessThan(200);
    for (const { faults } of pairs) expect(new Set(faults.map(placeOf)).size).toBe(2);
  });

  it('of a brisk pace begins with a pair, and then has each place once', () => {
    const places = new Set(catalogue.map(({ place }) => place));
    expect(brisk.leastFaults).toBe(places.size);
    const plan = planOf(3, undefined, brisk);
    const begun = Array.from({ length: places.size - 1 }, () => plan.next().value);
    expect(begun.map(({ faults }) => faults.length)).toEqual([2, ...Array<number>(places.size - 2).fill(1)]);
    const names = begun.flatMap(({ faults }) => faults);
    expect(new Set(names.map((name) => catalogued(name)?.place))).toEqual(places);
    for (const { seconds } of begun) expect(seconds).toBeLessThanOrEqual(brisk.mostSeconds);
  });

  it('has only the selected faults, and never more than one of a place', () => {
    const names = selectFaults('F11,F3');
    expect(names).toEqual([
      'F11-refuse',
      'F11-hang',
      'F11-defer',
      'F11-close',
      'F11-reject',
      'F11-drop',
      'F3',
    ]);
    for (const { faults } of first(50, 1, names)) expect(names).toEqual(expect.arrayContaining([...faults]));
    expect(first(5, 1, ['F3']).map(({ faults }) => faults)).toEqual(Array(5).fill(['F3']));
  });

  it('refuses an unknown fault', () => {
    expect(() => selectFaults('F1,F99')).toThrow('There is no fault F99. There are: F1-public, ');
  });
});
