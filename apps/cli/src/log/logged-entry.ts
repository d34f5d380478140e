/** An entry of the log, as read from it. */
export interface LoggedEntry {
  readonly number: number;
  /** When the log took it: "2026-11-28T06:35Z". */
  readonly minute: string;
  /** In base64. */
  readonly commitment: string;
}

/** As `logEntryText` writes it. */
const entryText = /^(?<minute>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z) (?<commitment>[A-Za-z0-9+/]{43}=)$/;

/** Undefined for bytes that are no entry of a log of certificates. */
export function loggedEntry(number: number, bytes: Uint8Array): LoggedEntry | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const { minute, commitment } = entryText.exec(text)?.groups ?? {};
  if (minute === undefined || commitment === undefined || Number.isNaN(Date.parse(minute))) return undefined;
  return { number, minute, commitment };
}
