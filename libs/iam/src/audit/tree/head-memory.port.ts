/** The largest tree of an organization whose head was released for signing. */
export interface RememberedHead {
  readonly orgId: string;
  /** The number of heads of the organization that were remembered, with this one. */
  readonly place: number;
  readonly size: number;
  readonly root: Buffer;
  /** When the memory of this tree began. Each head since then extends the one before it. */
  readonly since: Date;
}

/** What the signers of tree heads remember, outside of the database for which they sign. They share one memory. */
export abstract class HeadMemory {
  abstract last(orgId: string): Promise<RememberedHead | undefined>;

  /**
   * Resolves when the head survives a crash. False when another signer has remembered a head at this place: then this one must not
   * be signed. Rejects when it may be remembered or not.
   */
  abstract remember(head: RememberedHead): Promise<boolean>;
}
