import { FixedClock, until } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { InvitationCleaner } from './invitation-cleaner';

describe('InvitationCleaner', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('removes invitations some days after their expiry at start, and finishes before it stops', async () => {
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    const dates: Date[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const removeExpired = async (until: Date): Promise<number> => {
      await held;
      dates.push(until);
      return 1;
    };
    const cleaner = new InvitationCleaner({ removeExpired }, clock, { days: 30 });
    cleaner.onApplicationBootstrap();
    const stopped = cleaner.beforeApplicationShutdown();
    release(undefined);
    await stopped;
    expect(dates).toEqual([new Date('2026-10-21T12:00:00.000Z')]);
  });

  it('continues and logs a warning while the database is unavailable', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const cleaner = new InvitationCleaner(
      { removeExpired: () => Promise.reject(new Error('away')) },
      new FixedClock('2026-11-20T12:00:00.000Z'),
      { days: 30 },
    );
    cleaner.onApplicationBootstrap();
    await until(() => warn.mock.calls.length > 0);
    await cleaner.beforeApplicationShutdown();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ msg: 'removal of expired invitations failed' });
    warn.mockRestore();
  });
});
