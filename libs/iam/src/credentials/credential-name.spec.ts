import { checkName } from './credential-rules';

describe('checkName', () => {
  it.each([
    ['a', 'a'],
    [' \t Nightly export \n', 'Nightly export'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['🔑'.repeat(100), '🔑'.repeat(100)],
    [`<b>"例"</b>`, `<b>"例"</b>`],
  ])('takes %j', (name, trimmed) => {
    expect(checkName(name)).toBe(trimmed);
  });

  it.each(['', '   ', '\n', 'x'.repeat(101), '🔑'.repeat(101), 'a\nb', 'a\u0000b', 'a\u007fb', 'a\u0085b'])(
    'refuses %j, and does not repeat it',
    (name) => {
      expect(() => checkName(name)).toThrow(/^name must have (?:1 to 100|no control) characters$/);
    },
  );
});
