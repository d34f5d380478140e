import { Job } from './job';

const minuteMs = 60_000;

/** A job that one worker of all runs every hour. */
export abstract class HourlyJob extends Job {
  override readonly leaseMs = 15 * minuteMs;
  override readonly longestRetryMs = 60 * minuteMs;
  override readonly everyMs = 60 * minuteMs;

  constructor(readonly queue: string) {
    super();
  }
}
