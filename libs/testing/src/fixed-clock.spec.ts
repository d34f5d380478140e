import { FixedClock } from './fixed-clock';

describe('FixedClock', () => {
  it('shows one time until it is moved', () => {
    const clock = new FixedClock('2026-02-03T04:05:06.000Z');
    const before = clock.now();
    before.setFullYear(1999);
    expect(clock.now()).toEqual(new Date('2026-02-03T04:05:06.000Z'));
  });

  it('moves by milliseconds and to a time', () => {
    const clock = new FixedClock('2026-02-03T04:05:06.000Z');
    clock.advance(1_500);
    expect(clock.now().toISOString()).toBe('2026-02-03T04:05:07.500Z');
    clock.set(new Date('2027-01-01T00:00:00.000Z'));
    expect(clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z');
  });
});
