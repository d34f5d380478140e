import { type LogEntryKind } from '@governance/certificate-verifier';

/**
 * What the rest of the operator's data says of a record. `confirmed`: a surface has stored the result, and its certificate says the same.
 * `earlier_release`: nothing shows who stored the result. `former_credential`: its certificate is no longer stored, as after the end of a
 * domain. The others are not the work of our programs.
 */
export type LogRecordStanding =
  'confirmed' | 'earlier_release' | 'former_credential' | 'not_submitted' | 'other_result' | 'not_withdrawn';

/** What an entry of the public log is about. */
export interface LogRecord {
  readonly entry: number;
  readonly kind: LogEntryKind;
  readonly resultId: string;
  readonly salt: Uint8Array;
  /** Undefined for a withdrawal. */
  readonly credentialDigest: Uint8Array | undefined;
  readonly standing: LogRecordStanding;
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
