import {
  PersonalDataStore,
  type Removed,
  type RetentionDates,
  retentionDates,
} from '@governance/assessments';
import { FixedClock } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { RetentionJob } from './retention.job';

class RecordingStore extends PersonalDataStore {
  readonly asked: RetentionDates[] = [];
  failure: Error | undefined;

  erase(): Promise<Removed> {
    return Promise.reject(new Error('not used'));
  }
  removeOld(dates: RetentionDates): Promise<Removed> {
    this.asked.push(dates);
    return this.failure ? Promise.reject(this.failure) : Promise.resolve({ results: 0, deliveries: 0 });
  }
}

describe('RetentionJob', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  let store: RecordingStore;
  let job: RetentionJob;

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    store = new RecordingStore();
    job = new RetentionJob(store, clock, { personalDataDays: 30 });
  });

  it('removes data older than the setting at start, and finishes before it stops', async () => {
    job.onApplicationBootstrap();
    await job.beforeApplicationShutdown();
    expect(store.asked).toEqual([retentionDates(clock.now(), 30)]);
  });

  it('continues and logs an error while the database is unavailable', async () => {
    const said = jest.spyOn(Logger.prototype, 'error');
    store.failure = new Error('away');
    job.onApplicationBootstrap();
    await job.beforeApplicationShutdown();
    expect(said).toHaveBeenCalledWith({ msg: 'retention run failed', err: store.failure });
    said.mockRestore();
  });
});
