import { isMemberId } from './member-id';

describe('the id of a member', () => {
  it.each(['a', 'user_5b1d8a3c-94e7-4f02-a6d8-1c7e3b9f5a20', 'auth0|1', 'x'.repeat(128)])(
    'may be %j',
    (text) => {
      expect(isMemberId(text)).toBe(true);
    },
  );

  it.each(['', 'x'.repeat(129), 'a b', 'a\n', 'a\0', 'a/b', '%2e', 'é', '\ud800'])('is not %j', (text) => {
    expect(isMemberId(text)).toBe(false);
  });
});
