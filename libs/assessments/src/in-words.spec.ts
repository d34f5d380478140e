import { asSentence, dayInWords, reasonParts, daysInWords, pointsInWords } from './in-words';

describe('in words', () => {
  it('names a day so that nobody takes it for a month, in UTC', () => {
    expect(dayInWords(new Date('2026-11-03T23:59:59.999Z'))).toBe('3 November 2026');
  });

  it.each([
    [
      'Launch refused: launch gate not met: A; B is at 20, below 40.',
      ['launch gate not met: A', 'B is at 20, below 40'],
    ],
    ['Launch allowed: all 12 launch gates are met.', ['all 12 launch gates are met']],
    ['Another rubric may word it freely.', ['Another rubric may word it freely']],
  ])('splits %s where the rubric joined it', (reason, parts) => {
    expect(reasonParts(reason)).toEqual(parts);
  });

  it('lets a part stand alone', () => {
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
