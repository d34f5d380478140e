import { base64 } from '@governance/transparency';

/** What an entry of the public log says of a certificate: that it was issued, or withdrawn. */
export type LogEntryKind = 'issued' | 'withdrawn';

/** The content of an entry. The log has only its hash, so it reveals nothing to those who do not have the certificate. */
export interface LoggedEvent {
  readonly kind: LogEntryKind;
  /** Of the result: a lower-case UUID. */
  readonly id: string;
  /** Random, for each entry: it is needed to find the entry of an id. */
  readonly salt: Uint8Array;
  /** SHA-256 of the credential, a compact JWS, which the entry of an issued certificate has: a stolen key gives a logged id no other result. */
  readonly credentialDigest?: Uint8Array | undefined;
}

export const saltBytes = 16;

/** The text whose SHA-256 an entry has. */
export function logCommitmentText({ kind, id, salt, credentialDigest }: LoggedEvent): string {
  const digest = credentialDigest === undefined ? '' : base64(credentialDigest);
  return `certificate-log/v1\n${kind}\n${id}\n${base64(salt)}\n${digest}\n`;
}

/** The minute of a time, in UTC, as entries have it: "2026-11-28T06:35Z". */
export function logMinute(at: Date): string {
  return `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)}Z`;
}

/** The entry, in ASCII: the minute in which the log took it, and the SHA-256 of a commitment's text. */
export function logEntryText(minute: string, commitment: Uint8Array): string {
  return `${minute} ${base64(commitment)}`;
}

/** What a proof of an entry adds (`extra` of C2SP tlog-proof), so that a verifier can make the entry: the salt and the minute. */
export interface LogProofExtra {
  readonly salt: Uint8Array;
  readonly minute: string;
}

const minuteText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/;

export function logProofExtra({ salt, minute }: LogProofExtra): Uint8Array {
  return Uint8Array.of(...salt, ...new TextEncoder().encode(minute));
}

/** Undefined for bytes that are no salt with a minute. */
export function parseLogProofExtra(extra: Uint8Array): LogProofExtra | undefined {
  const salt = extra.slice(0, saltBytes);
  const minute = new TextDecoder('latin1').decode(extra.subarray(saltBytes));
  return minuteText.test(minute) && !Number.isNaN(Date.parse(minute)) ? { salt, minute } : undefined;
}
