import { type TileReader } from '@governance/transparency';

/** A checkpoint that enough witnesses cosigned. */
export interface PublishedCheckpoint {
  readonly size: number;
  /** The signed note. */
  readonly note: string;
  /** What verifiers pin, as JSON. */
  readonly trust: string;
}

/** That the public log has a credential: the number of its entry, and the proof as text (C2SP tlog-proof). */
export interface LoggedCredential {
  readonly entry: number;
  readonly proof: string;
}

/** An entry of a record without a proof. */
export interface UnprovenEntry {
  readonly entry: number;
  /** What a verifier needs besides the record to make the entry again: its salt and its minute. */
  readonly extra: Uint8Array;
}

/**
 * The public log, and the records of its operator, who knows what each entry is about. Each credential and each withdrawal has a record
 * from the transaction on that stores it.
 */
export abstract class CertificateLogStore {
  /** Records a credential that was stored before there was a log. Others have a record. */
  abstract record(resultId: string, credential: string): Promise<void>;

  /**
   * Appends the oldest records that wait, as entries of this minute. One writer at a time: a second one waits. Returns the number of
   * records; more may wait.
   */
  abstract append(now: Date): Promise<number>;

  /** The number of entries. */
  abstract size(): Promise<number>;

  /** The tiles of the tree. */
  abstract tiles(): TileReader;

  abstract published(): Promise<PublishedCheckpoint | undefined>;

  /** Publishes a checkpoint, unless one of a larger tree is. */
  abstract publish(checkpoint: PublishedCheckpoint & { readonly at: Date }): Promise<void>;

  /** The oldest entries below that size whose records have no proof. */
  abstract unproven(size: number): Promise<readonly UnprovenEntry[]>;

  /** A record keeps its first proof. */
  abstract keepProofs(proofs: readonly LoggedCredential[]): Promise<void>;

  /** Undefined while it has no proof. */
  abstract find(resultId: string, credential: string): Promise<LoggedCredential | undefined>;

  /** Since when the oldest record waits for its proof. */
  abstract waitingSince(): Promise<Date | undefined>;
}
