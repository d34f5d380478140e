/**
 * The place of an entry in a list that shows the newest first; of two of the same moment, the one with the greater id. The
 * store keeps the moment to the millisecond, as `Date` does: a finer one would make pages skip or repeat entries.
 */
export interface ListPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The first `limit` entries behind `after`, or from the beginning. What comes or goes meanwhile moves no other entry. */
export interface ListPage {
  readonly limit: number;
  readonly after: ListPosition | undefined;
}
