/** How many rows lost what they held. */
export interface Removed {
  readonly results: number;
  readonly deliveries: number;
}

/** What is removed when it is older than its date. */
export interface RetentionDates {
  /** Stored messages, and whom they went to, that were sent before. */
  readonly sentBefore: Date;
  /** Addresses and notes that came before, with whatever of their deliveries is left. */
  readonly submittedBefore: Date;
  /** Submission keys that were used before. */
  readonly keyedBefore: Date;
  /** Counters of limits whose window ended before. */
  readonly countedBefore: Date;
}

/**
 * Addresses, notes and messages, wherever they are kept. Results stay, and so do their certificates: nothing of these is
 * personal data.
 */
export abstract class PersonalDataStore {
  /**
   * Removes an address in all its spellings, the notes that came with it and every message to it. What was still to be
   * sent there is cancelled.
   */
  abstract erase(address: string): Promise<Removed>;

  /** Removes what is older than its date. Can be repeated, and run by several at once. */
  abstract removeOld(dates: RetentionDates): Promise<Removed>;
}
