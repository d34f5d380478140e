/** How many rows had personal data removed. */
export interface Removed {
  readonly results: number;
  readonly deliveries: number;
}

/** Personal data older than these dates is removed. */
export interface RetentionDates {
  /** Stored messages and their recipients, by the date of sending. */
  readonly sentBefore: Date;
  /** Rows of sent, merged and cancelled messages, by the last time at which they were due. */
  readonly settledBefore: Date;
  /** Addresses and notes, with the rest of their deliveries, by the date of submission. */
  readonly submittedBefore: Date;
  /** PDFs for download, by the date of their request. */
  readonly documentedBefore: Date;
  /** Submission keys, by the date of use. */
  readonly keyedBefore: Date;
  /** Limit counters, by the end of their window. */
  readonly countedBefore: Date;
}

/** Stored addresses, notes and messages. Results and certificates stay: they contain no personal data. */
export abstract class PersonalDataStore {
  /** Removes an address in all its spellings, its notes and its messages, and cancels pending deliveries to it. */
  abstract erase(address: string): Promise<Removed>;

  /** Removes data older than the given dates. Can be repeated, and run by several workers at once. */
  abstract removeOld(dates: RetentionDates): Promise<Removed>;
}
