/**
 * The position of an entry in a list that is sorted by time and then by id, both descending. The store keeps the time in
 * milliseconds, like `Date`: a finer time would make pages skip or repeat entries.
 */
export interface ListPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The first `limit` entries after `after`, or from the start. Entries added or removed in the meantime do not shift others. */
export interface ListPage {
  readonly limit: number;
  readonly after: ListPosition | undefined;
}
