import {
  type PersonalDataStore,
  type Removed,
  type RetentionDates,
  retentionDates,
} from '@governance/assessments';
import { FixedClock } from '@governance/testing';
import { RetentionJob } from './retention.job';

describe('RetentionJob', () => {
  it('removes data older than the setting', async () => {
    const clock = new FixedClock('2026-11-20T12:00:00.000Z');
    const asked: RetentionDates[] = [];
    const removeOld = (dates: RetentionDates): Promise<Removed> => {
      asked.push(dates);
      return Promise.resolve({ results: 0, deliveries: 0 });
    };
    const store = { removeOld } as Partial<PersonalDataStore> as PersonalDataStore;
    await new RetentionJob(store, clock, { personalDataDays: 30 }).run();
    expect(asked).toEqual([retentionDates(clock.now(), 30)]);
  });
});
