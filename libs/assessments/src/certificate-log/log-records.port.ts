import { type LogEntryKind } from '@governance/certificate-verifier';

/** What an entry of the public log is about. */
export interface LogRecord {
  readonly entry: number;
  readonly kind: LogEntryKind;
  readonly resultId: string;
  readonly salt: Uint8Array;
  /** Undefined for a withdrawal. */
  readonly credentialDigest: Uint8Array | undefined;
}

/** After its result was erased, a record says no more than that there was one. */
export interface ErasedLogRecord {
  readonly entry: number;
  readonly salt: undefined;
}

/** The records of the operator about the entries of the public log. */
export abstract class LogRecords {
  /** Some records of the entries from this one on, in their order. None if there are no more. */
  abstract from(entry: number): Promise<readonly (LogRecord | ErasedLogRecord)[]>;
}
