import { canRemind, remindAt, renewBy } from './renewal';

const dayMs = 24 * 60 * 60 * 1000;

describe('a reminder', () => {
  it.each([
    ['2026-11-20T12:00:00.000Z', '2027-10-20T12:00:00.000Z'],
    ['2027-03-31T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
    ['2026-03-31T00:00:00.000Z', '2027-02-28T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2029-01-29T12:00:00.000Z'],
  ])('is due eleven months after %s', (issuedAt, due) => {
    expect(remindAt(new Date(issuedAt)).toISOString()).toBe(due);
  });

  it('is due at least four weeks before the day to renew by, and a week before its address is deleted', () => {
    const [first, days] = [Date.UTC(2026, 0, 1, 12), 4 * 366];
    const issued = Array.from({ length: days }, (_, index) => new Date(first + index * dayMs));
    const until = issued.map((at) => (renewBy(at).getTime() - remindAt(at).getTime()) / dayMs);
    expect(Math.min(...until)).toBeGreaterThanOrEqual(28);
    const longest = Math.max(...issued.map((at) => (remindAt(at).getTime() - at.getTime()) / dayMs));
    expect([longest, canRemind(longest + 6), canRemind(longest + 7)]).toEqual([337, false, true]);
  });
});
