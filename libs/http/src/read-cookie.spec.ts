import { readCookie } from './read-cookie';

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
