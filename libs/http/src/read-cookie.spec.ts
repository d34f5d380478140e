import { readCookie, surplusSignIns } from './read-cookie';

describe('readCookie', () => {
  it.each([
    ['a=1; session=x', 'x'],
    [' session = x ; session=y', 'x'],
    ['session=x=y', 'x=y'],
    ['session=', ''],
    ['session-2=x; mysession=y', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('finds the cookie in %j: %j', (cookie, value) => {
    expect(readCookie({ cookie }, 'session')).toBe(value);
  });
});

describe('surplusSignIns', () => {
  const cookieOf = (...names: string[]): string => names.map((name) => `${name}=x`).join('; ');

  it.each([
    [['s-1', 's-2', 's-3', 's-4'], []],
    [['s-1', 'session', 's-2', 's-3', 's-4', 's-5'], ['s-1']],
    [
      ['s-1', 's-2', 's-3', 's-4', 's-5', 's-6', 's-7'],
      ['s-1', 's-2', 's-3'],
    ],
    [['s-é', 's-"', 's-1', 's-2', 's-3', 's-4', 's-5'], ['s-1']],
    [[], []],
  ])('of %j: %j', (names, surplus) => {
    expect(surplusSignIns({ cookie: cookieOf(...names) }, 's-')).toEqual(surplus);
  });

  it('of a request without cookies: none', () => {
    expect(surplusSignIns({}, 's-')).toEqual([]);
  });
});
