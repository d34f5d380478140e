import fc from 'fast-check';
import { expiryAfterRotation, expiryOf, overlapEnd } from './expiry';

const now = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2027-01-01T00:00:00.000Z');
const nothing = { validForDays: undefined, expiresAt: undefined };

describe('expiryOf', () => {
  it('counts days of 86400 seconds from the start, over leap days and changes of the clock', () => {
    const days = fc.integer({ min: 1, max: 3_650 });
    const starts = fc.date({ noInvalidDate: true, min: new Date(0), max: later });
    fc.assert(
      fc.property(days, starts, (validForDays, from) => {
        const end = expiryOf({ validForDays, expiresAt: undefined }, from);
        expect(end?.getTime()).toBe(from.getTime() + validForDays * 86_400 * 1_000);
      }),
    );
  });

  it('is undefined for 0 days and without a request', () => {
    expect(expiryOf({ validForDays: 0, expiresAt: undefined }, now)).toBeUndefined();
    expect(expiryOf(nothing, now)).toBeUndefined();
  });

  it.each([undefined, 0, 1, 3_650])('lets the stated moment take precedence over %p days', (validForDays) => {
    expect(expiryOf({ validForDays, expiresAt: later }, now)).toEqual(later);
  });
});

describe('expiryAfterRotation', () => {
  const tenDays = { validForDays: 10 };
  const inTenDays = new Date('2026-11-30T12:00:00.000Z');

  it('applies the days from creation again when the rotation has no expiry', () => {
    expect(expiryAfterRotation(nothing, tenDays, now)).toEqual(inTenDays);
  });

  it.each([undefined, 0])(
    'ends any other expiry when the rotation states nothing (days %p)',
    (validForDays) => {
      expect(expiryAfterRotation(nothing, { validForDays }, now)).toBeUndefined();
    },
  );

  it('uses the expiry of the rotation', () => {
    expect(
      expiryAfterRotation({ validForDays: 10, expiresAt: undefined }, { validForDays: 99 }, now),
    ).toEqual(inTenDays);
    expect(expiryAfterRotation({ validForDays: 1, expiresAt: later }, tenDays, now)).toEqual(later);
    expect(expiryAfterRotation({ validForDays: 0, expiresAt: undefined }, tenDays, now)).toBeUndefined();
  });
});

describe('the end of an overlap', () => {
  const soon = new Date('2026-11-20T13:00:00.000Z');

  it('is counted in seconds from the rotation', () => {
    expect(overlapEnd(3_600, now)).toEqual(soon);
    expect([overlapEnd(0, now), overlapEnd(undefined, now)]).toEqual([undefined, undefined]);
  });
});
