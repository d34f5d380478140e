/** The largest tree of an organization whose head was released for signing. */
export interface RememberedHead {
  readonly orgId: string;
  readonly size: number;
  readonly root: Buffer;
  /** When the memory of this tree began. Each head since then extends the one before it. */
  readonly since: Date;
}

/** What the signer of tree heads remembers, outside of the database for which it signs. */
export abstract class HeadMemory {
  abstract last(orgId: string): Promise<RememberedHead | undefined>;

  /** Resolves when the head survives a crash. */
  abstract remember(head: RememberedHead): Promise<void>;
}
