import { type RetentionDates } from './personal-data.port';
import { submissionKeyLifeMs } from './result-store.port';

const dayMs = 24 * 60 * 60 * 1000;

/** A sent message is kept for a week, for questions about its delivery. */
const messageDays = 7;

/** What is too old at a time, when addresses and notes are kept for the given number of days. */
export function retentionDates(now: Date, personalDataDays: number): RetentionDates {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  return {
    sentBefore: ago(messageDays * dayMs),
    submittedBefore: ago(personalDataDays * dayMs),
    keyedBefore: ago(submissionKeyLifeMs),
    countedBefore: now,
  };
}
