import { keysOver, needsSuccessor, publishedAheadMs, scheduleOf } from './key-schedule';

const minute = 60_000;
const start = Date.parse('2026-01-01T00:00:00Z');

function at(minutes: number): Date {
  return new Date(start + minutes * minute);
}

function key(name: string, signsFromMinute: number): { name: string; createdAt: Date; signsFrom: Date } {
  return { name, createdAt: at(signsFromMinute - 60), signsFrom: at(signsFromMinute) };
}

function stateAt(
  minutes: number,
  ...keys: ReturnType<typeof key>[]
): [string | undefined, string[] | undefined] {
  const schedule = scheduleOf(keys, at(minutes));
  return [schedule?.signing.name, schedule?.published.map(({ name }) => name)];
}

describe('the schedule of signing keys', () => {
  const [first, second] = [key('first', 0), key('second', 100)];

  it('publishes a key before it signs', () => {
    expect(stateAt(50, first, second)).toEqual(['first', ['first', 'second']]);
    expect(stateAt(99.9, first, second)).toEqual(['first', ['first', 'second']]);
  });

  it('hands over at the appointed time, the signing key first', () => {
    expect(stateAt(100, first, second)).toEqual(['second', ['second', 'first']]);
  });

  it('keeps a retired key published until every token that it signed has expired', () => {
    expect(stateAt(110, first, second)).toEqual(['second', ['second', 'first']]);
    expect(stateAt(120, first, second)).toEqual(['second', ['second', 'first']]);
    expect(stateAt(120.1, first, second)).toEqual(['second', ['second']]);
  });

  it('counts from the first successor among several', () => {
    expect(stateAt(130, first, second, key('third', 125))).toEqual(['third', ['third', 'second']]);
    expect(keysOver([key('third', 125), second, first], at(130)).map(({ name }) => name)).toEqual(['first']);
  });

  it('never gives up the only key', () => {
    expect(stateAt(1_000_000, first)).toEqual(['first', ['first']]);
    expect(keysOver([first], at(1_000_000))).toEqual([]);
  });

  it('is undefined before the first key signs', () => {
    expect(scheduleOf([key('upcoming', 10)], at(0))).toBeUndefined();
    expect(scheduleOf([], at(0))).toBeUndefined();
  });

  it('asks for a successor early enough to publish it ahead, and once', () => {
    const lifetimeMs = 1000 * minute;
    const ahead = publishedAheadMs / minute;
    expect(needsSuccessor([first], at(1000 - ahead - 0.1), lifetimeMs)).toBe(false);
    expect(needsSuccessor([first], at(1000 - ahead), lifetimeMs)).toBe(true);
    expect(needsSuccessor([first, key('second', 1000)], at(1000 - ahead), lifetimeMs)).toBe(false);
    expect(needsSuccessor([], at(0), lifetimeMs)).toBe(true);
  });
});
