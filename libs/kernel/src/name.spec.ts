import * as fc from 'fast-check';
import { RuleViolation } from './rule-violation';
import {
  canonicalName,
  checkName,
  hiddenCharactersRefused,
  isSameName,
  nameProblem,
  withoutHiddenCharacters,
} from './name';

const hidden: readonly [string, string][] = [
  ['tab', '\t'],
  ['line feed', '\n'],
  ['next line', '\u0085'],
  ['delete', '\u007f'],
  ['soft hyphen', '\u00ad'],
  ['combining grapheme joiner', '\u034f'],
  ['Arabic letter mark', '\u061c'],
  ['Hangul choseong filler', '\u115f'],
  ['Hangul jungseong filler', '\u1160'],
  ['Khmer inherent vowel', '\u17b4'],
  ['Mongolian vowel separator', '\u180e'],
  ['zero width space', '\u200b'],
  ['zero width non-joiner', '\u200c'],
  ['zero width joiner', '\u200d'],
  ['left-to-right mark', '\u200e'],
  ['right-to-left mark', '\u200f'],
  ['line separator', '\u2028'],
  ['paragraph separator', '\u2029'],
  ['right-to-left override', '\u202e'],
  ['word joiner', '\u2060'],
  ['invisible times', '\u2062'],
  ['left-to-right isolate', '\u2066'],
  ['pop directional isolate', '\u2069'],
  ['Hangul filler', '\u3164'],
  ['variation selector', '\ufe0f'],
  ['byte order mark', '\ufeff'],
  ['halfwidth Hangul filler', '\uffa0'],
  ['interlinear annotation', '\ufff9'],
  ['musical beam', '\u{1d173}'],
  ['language tag', '\u{e0001}'],
  ['tag letter', '\u{e0041}'],
  ['variation selector 17', '\u{e0100}'],
  ['lone surrogate', '\ud800'],
];
const hiddenOnes = hidden.map(([, character]) => character);

describe('a name', () => {
  it.each([
    'Nightly export',
    '𝒜'.repeat(100),
    "O'Neill <x> & =?utf-8?Q?Evil?=",
    '山田 太郎',
    'محمد',
    'שָׁלוֹם',
    'नमस्ते',
    'C1',
    // Persian and Urdu separate letters with U+200C; Indic scripts choose the form of conjuncts with both joiners.
    'علی\u200cرضا',
    'می\u200cخواهم',
    'ක්\u200dෂ',
    'क्\u200dष',
    'ന്\u200d',
    'র\u200d্য',
    // Joined emoji, with skin tones, text and emoji presentation, keycaps and flags.
    '👩‍💻',
    '👨🏽‍👩🏽‍👧🏽‍👦🏽',
    '🏳️‍🌈',
    '❤️‍🔥',
    '🙂‍↔️',
    '⛹🏿‍♀️',
    '❤︎',
    '1️⃣',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    '🇨🇭',
  ])('may be %j', (name) => {
    expect(nameProblem(canonicalName(name))).toBeUndefined();
    expect(withoutHiddenCharacters(name)).toBe(name);
  });

  it.each(hidden)('has no %s § V1.3.3', (_, character) => {
    expect(nameProblem(canonicalName(`a${character}b`))).toBe(hiddenCharactersRefused);
    expect(withoutHiddenCharacters(`a${character}b`).replace(' ', '')).toBe('ab');
  });

  it.each([
    ['a joiner between Latin letters', 'ad\u200dmin'],
    ['a joiner between digits', '1\u200d2'],
    ['a joiner at the end of an emoji', '👩\u200d'],
    ['a joiner between an emoji and a letter', '👩\u200da'],
    ['two joiners', 'علی\u200c\u200cرضا'],
    ['a joiner at the end of an Arabic word', 'علی\u200c'],
    ['a joiner between an Arabic and a Latin letter', 'علی\u200ca'],
    ['a variation selector after a digit', '1\ufe0f'],
    ['a flag with another text in tags', '🏴\u{e0068}\u{e0069}\u{e007f}'],
    ['an empty Braille pattern alone', '\u2800'],
    ['a musical null notehead alone', '\u{1d159}'],
    ['a combining mark alone', '\u0301'],
  ])('is not %s', (_, name) => {
    expect(nameProblem(canonicalName(name))).toBe(hiddenCharactersRefused);
  });

  it('is refused with the name of its member, and not repeated', () => {
    expect(checkName('display_name', ' Ada\t')).toBe('Ada');
    expect(() => checkName('display_name', 'a\u202eb')).toThrow(
      new RuleViolation(`display_name ${hiddenCharactersRefused}`),
    );
  });

  it('has 1 to 100 characters, and no spaces around', () => {
    for (const name of ['', ' \u3000\u00a0 ', '\ufeff', 'a'.repeat(101)])
      expect(nameProblem(canonicalName(name))).toBe('must have 1 to 100 characters');
    expect(nameProblem('a'.repeat(61), 60)).toBe('must have 1 to 60 characters');
    expect(canonicalName(' \u00a0Ada\u3000')).toBe('Ada');
  });

  it('is the same as another one that reads the same', () => {
    expect(isSameName(' Zu\u0308rich', 'Zürich\u200b')).toBe(true);
    expect(isSameName('Zürich', 'zürich')).toBe(false);
  });

  it('has one spelling of composed letters', () => {
    expect(canonicalName('Zu\u0308rich')).toBe('Zürich');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(canonicalName(canonicalName(text))).toBe(canonicalName(text));
        expect(canonicalName(text.normalize('NFD'))).toBe(canonicalName(text));
      }),
      { numRuns: 200 },
    );
  });

  it('shows the same without its hidden characters, which are all found', () => {
    const texts = fc.array(fc.constantFrom('a', 'é', ' ', '山', '1', '.', ...hiddenOnes));
    fc.assert(
      fc.property(texts, (parts) => {
        const shown = withoutHiddenCharacters(parts.join(''));
        expect(hiddenOnes.some((character) => shown.includes(character))).toBe(false);
        expect(shown.replaceAll(' ', '')).toBe(
          parts.filter((part) => part !== ' ' && !hiddenOnes.includes(part)).join(''),
        );
      }),
      { numRuns: 200 },
    );
  });
});
