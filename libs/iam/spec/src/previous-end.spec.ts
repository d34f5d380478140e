import { previousEnd } from './previous-end';

const soon = new Date('2026-11-20T13:00:00.000Z');
const later = new Date('2027-01-01T00:00:00.000Z');

describe('the end of a previous secret', () => {
  it('is never later than the end of either secret', () => {
    expect(previousEnd(later, undefined, undefined)).toEqual(later);
    expect(previousEnd(later, soon, undefined)).toEqual(soon);
    expect(previousEnd(later, undefined, soon)).toEqual(soon);
    expect(previousEnd(soon, later, later)).toEqual(soon);
  });
});
