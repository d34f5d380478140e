import { retentionDates } from './retention';

describe('retentionDates', () => {
  it('keeps messages for a week, their rows for a month, keys and documents for a day, and addresses and notes for the configured time', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    expect(retentionDates(now, 60)).toEqual({
      sentBefore: new Date('2026-11-13T12:00:00.000Z'),
      settledBefore: new Date('2026-10-21T12:00:00.000Z'),
      submittedBefore: new Date('2026-09-21T12:00:00.000Z'),
      documentedBefore: new Date('2026-11-19T12:00:00.000Z'),
      keyedBefore: new Date('2026-11-19T12:00:00.000Z'),
      countedBefore: now,
    });
  });
});
