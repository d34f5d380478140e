import { asSentence, dayInWords, reasonParts, daysInWords, pointsInWords, verdictInWords } from './in-words';

describe('in words', () => {
  it('writes the month as a word, in UTC', () => {
    expect(dayInWords(new Date('2026-11-03T23:59:59.999Z'))).toBe('3 November 2026');
  });

  it.each([
    [
      'Launch refused: launch gate not met: A; B is at 20, below 40.',
      ['required control missing: A', 'B is at 20, below 40'],
    ],
    ['Launch allowed: all 12 launch gates are met.', ['all 12 required controls are in place']],
    ['Another rubric may word it freely.', ['Another rubric may word it freely']],
  ])('splits %s into its parts, in plain words', (reason, parts) => {
    expect(reasonParts(reason)).toEqual(parts);
  });

  it.each([
    [true, 'Launch allowed: all 12 launch gates are met.', 'Ready to launch'],
    [false, 'Launch refused: launch gate not met: A.', 'Not ready to launch: 1 required control missing'],
    [
      false,
      'Launch refused: launch gate not met: A; launch gate not met: B; C is at 20, below 40.',
      'Not ready to launch: 2 required controls missing',
    ],
    [false, 'Launch refused: A is at 20, below 40.', 'Not ready to launch'],
  ])('words the verdict %j with %s', (launchAllowed, launchReason, words) => {
    expect(verdictInWords({ launchAllowed, launchReason })).toBe(words);
  });

  it('capitalizes a part', () => {
    expect(asSentence('the overall score 50 is below 60')).toBe('The overall score 50 is below 60');
    expect(asSentence('')).toBe('');
  });
});

describe('daysInWords', () => {
  it.each([
    [0, '0 days'],
    [0.33, '⅓ day'],
    [0.67, '⅔ day'],
    [1, '1 day'],
    [1.33, '1⅓ days'],
    [5.67, '5⅔ days'],
    [63, '63 days'],
  ])('says %d as %s', (days, words) => {
    expect(daysInWords(days)).toBe(words);
  });
});

describe('pointsInWords', () => {
  it.each([
    [1.4, '1.40'],
    [0.46, '0.46'],
    [4, '4.00'],
  ])('says %d with two decimals', (points, words) => {
    expect(pointsInWords(points)).toBe(words);
  });
});
