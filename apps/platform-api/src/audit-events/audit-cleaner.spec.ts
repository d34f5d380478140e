import { FixedClock, until } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { AuditCleaner } from './audit-cleaner';

describe('AuditCleaner', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');

  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('removes events older than the retention period at start, and finishes before it stops', async () => {
    const moments: Date[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const removeUntil = async (moment: Date): Promise<number> => {
      await held;
      moments.push(moment);
      return 1;
    };
    const cleaner = new AuditCleaner({ removeUntil }, clock, { days: 400 });
    cleaner.onApplicationBootstrap();
    const stopped = cleaner.beforeApplicationShutdown();
    release(undefined);
    await stopped;
    expect(moments).toEqual([new Date('2025-10-16T12:00:00.000Z')]);
  });

  it('continues and logs a warning while the database is unavailable', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const removeUntil = (): Promise<number> => Promise.reject(new Error('away'));
    const cleaner = new AuditCleaner({ removeUntil }, clock, { days: 400 });
    cleaner.onApplicationBootstrap();
    await until(() => warn.mock.calls.length > 0);
    await cleaner.beforeApplicationShutdown();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ msg: 'removal of old audit events failed' });
    warn.mockRestore();
  });
});
