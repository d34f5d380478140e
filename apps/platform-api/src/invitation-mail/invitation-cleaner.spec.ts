import { FixedClock } from '@governance/testing';
import { InvitationCleaner } from './invitation-cleaner';

describe('InvitationCleaner', () => {
  it('removes invitations some days after their expiry', async () => {
    const dates: Date[] = [];
    const removeExpired = (until: Date): Promise<number> => Promise.resolve(dates.push(until));
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    await new InvitationCleaner({ removeExpired }, clock, { days: 30 }).run();
    expect(dates).toEqual([new Date('2026-10-21T12:00:00.000Z')]);
  });
});
