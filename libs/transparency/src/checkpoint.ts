import { base64, bytesOfBase64 } from './base64';
import { type Hash, hashLength } from './hashes';
import { InvalidNote, UnsignedNote } from './invalid-note';
import { cosignedAt } from './note-keys';
import { type NoteVerifier, openNote } from './signed-note';
import { type TreeState } from './verify-proof';

/** The state of a log (C2SP tlog-checkpoint), as the text of a note. */
export interface Checkpoint extends TreeState {
  /** Names the log. */
  readonly origin: string;
  /** Further lines, which the specification advises against. */
  readonly extensions: readonly string[];
}

/** Whom a reader trusts to sign the checkpoints of a log. */
export interface LogKeys {
  readonly origin: string;
  readonly log: readonly NoteVerifier[];
  readonly witnesses: readonly NoteVerifier[];
}

export interface OpenedCheckpoint extends Checkpoint {
  /** One for each witness that the reader knows. Times are in seconds since 1970. */
  readonly cosignatures: readonly { readonly name: string; readonly time: number }[];
}

export function checkpointText({ origin, size, root, extensions }: Checkpoint): string {
  const lines = [origin, String(size), base64(root), ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n')))
    throw new InvalidNote('A line of a checkpoint is empty or has a line break');
  return `${lines.join('\n')}\n`;
}

/** @throws InvalidNote */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...extensions] = text.split('\n');
  const end = extensions.pop();
  if (end !== '' || origin === '' || extensions.includes('')) throw new InvalidNote('This is no checkpoint');
  return { origin, size: numberOf(size), root: hashOf(root), extensions };
}

/** The checkpoint, if a key of the log signed it. @throws InvalidNote */
export async function openCheckpoint(
  note: string,
  { origin, log, witnesses }: LogKeys,
): Promise<OpenedCheckpoint> {
  const { text, signatures } = await openNote(note, [...log, ...witnesses]);
  const signedBy = (keys: readonly NoteVerifier[]): typeof signatures =>
    signatures.filter(({ name, id }) => keys.some((key) => key.name === name && key.id === id));
  const checkpoint = parseCheckpoint(text);
  if (checkpoint.origin !== origin)
    throw new InvalidNote(`This checkpoint is of the log ${checkpoint.origin}`);
  if (signedBy(log).length === 0) throw new UnsignedNote('The log did not sign this checkpoint');
  const cosignatures = signedBy(witnesses).map(({ name, signature }) => ({
    name,
    time: cosignedAt(signature),
  }));
  return { ...checkpoint, cosignatures };
}

/** A decimal number without leading zeros. @throws InvalidNote */
export function numberOf(text: string): number {
  const number = /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidNote('A number of leaves is malformed');
  return number;
}

/** @throws InvalidNote */
export function hashOf(text: string): Hash {
  const hash = bytesOfBase64(text);
  if (hash.length !== hashLength) throw new InvalidNote('A hash has another length');
  return hash;
}
