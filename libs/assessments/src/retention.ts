import { type RetentionDates } from './personal-data.port';
import { submissionKeyLifeMs } from './result-store.port';

const dayMs = 24 * 60 * 60 * 1000;

/** Sent messages are kept for a week, to answer questions about their delivery. */
const messageDays = 7;

/** Then no budget, status or notice reads the row of a settled message. A reminder is settled when it was sent or cancelled. */
const settledDays = 30;

/** A PDF that was downloaded is made again at the next request. */
const documentDays = 1;

/** The retention dates, when addresses and notes are kept for the given number of days. */
export function retentionDates(now: Date, personalDataDays: number): RetentionDates {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  return {
    sentBefore: ago(messageDays * dayMs),
    settledBefore: ago(settledDays * dayMs),
    submittedBefore: ago(personalDataDays * dayMs),
    documentedBefore: ago(documentDays * dayMs),
    keyedBefore: ago(submissionKeyLifeMs),
    countedBefore: now,
  };
}
