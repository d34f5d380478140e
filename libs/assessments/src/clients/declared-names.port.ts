/** The words by which clients are found that have no name of their own, but one that a result declares. */
export abstract class DeclaredNames {
  /**
   * Stores the words of every client whose declared name has changed since they were stored. Returns the number of clients. Can be
   * repeated and run concurrently. Rejects with `StoreUnavailable`.
   */
  abstract index(): Promise<number>;
}
