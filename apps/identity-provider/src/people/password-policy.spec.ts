import { dictionary } from '@zxcvbn-ts/language-common';
import { flawOf } from './password-policy';

const email = 'jane.doe+work@umbrella-corp.example';

describe('the policy for passwords', () => {
  it('refuses every common password of sufficient length, in any case § V6.2.4 V6.2.12', () => {
    const long = dictionary['passwords-common'].filter(({ length }) => length >= 15);
    expect(long.length).toBeGreaterThan(30);
    for (const password of long) {
      expect([password, flawOf(password, { email })]).toEqual([password, expect.any(String)]);
      expect(flawOf(password.toUpperCase(), { email })).toBeDefined();
    }
  });

  it.each([
    ['qwertyuiop-2026-11-22', 'common'],
    ['!!Password!!123456', 'common'],
    ['q1w2e3r4 t5y6u7i8', 'common'],
    ['Umbrella Password 2026', 'common'],
    ['aaaaaaaaaaaaaaaa', 'repeated'],
    ['abcabcabcabcabca', 'repeated'],
    ['Correct!Correct!', 'repeated'],
    ['ééééééééééééééé', 'repeated'],
    ['😀😀😀😀😀😀😀😀', 'repeated'],
    ['jane.doe+work@umbrella-corp.example', 'own-address'],
    ['JANE.DOE+work2026!', 'own-address'],
    ['Jane-Doe-Umbrella-1', 'own-address'],
    ['umbrella-corp.example', 'own-address'],
  ])('refuses what attackers try first: %s § V6.2.11', (password, flaw) => {
    expect(flawOf(password, { email })).toBe(flaw);
  });

  it.each([
    'correct horse battery staple',
    'a long password of the tests',
    'Jane keeps eleven grey cats',
    'the umbrella in the hallway is green',
    'x7!kQ2-vv9_pLm4#zR',
  ])('accepts any other, of any characters: %s § V6.2.5', (password) => {
    expect(flawOf(password, { email })).toBeUndefined();
  });
});
