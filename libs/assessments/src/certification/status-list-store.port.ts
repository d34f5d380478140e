/** A published status list: a signed credential. */
export interface PublishedStatusList {
  readonly list: number;
  readonly credential: string;
}

/** The input for signing a list. */
export interface DueStatusList {
  readonly list: number;
  /** The bits of withdrawn certificates. */
  readonly withdrawn: readonly number[];
}

/** The signed status lists. The worker signs them, the public surface serves them. */
export abstract class StatusListStore {
  /**
   * Lists that were never signed, lack a withdrawal, or were signed before the given date. There is always one more than
   * certificates have places in.
   */
  abstract due(signedBefore: Date): Promise<readonly DueStatusList[]>;

  abstract publish(
    due: DueStatusList,
    signed: { readonly credential: string; readonly at: Date },
  ): Promise<void>;

  abstract find(list: number): Promise<PublishedStatusList | undefined>;
}
