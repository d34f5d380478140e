import { FixedClock } from '@governance/testing';
import { AuditCleaner } from './audit-cleaner';

describe('AuditCleaner', () => {
  it('removes events older than the retention period', async () => {
    const moments: Date[] = [];
    const removeUntil = (moment: Date): Promise<number> => Promise.resolve(moments.push(moment));
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    await new AuditCleaner({ removeUntil }, clock, { days: 400 }).run();
    expect(moments).toEqual([new Date('2025-10-16T12:00:00.000Z')]);
  });
});
