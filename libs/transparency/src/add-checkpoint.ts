import { base64 } from './base64';
import { hashOf, numberOf } from './checkpoint';
import { type Hash } from './hashes';
import { InvalidNote } from './invalid-note';
import { type NoteVerifier, openNote, signatureLinesOf } from './signed-note';

/** Asks a witness to cosign a checkpoint (C2SP tlog-witness, `POST /add-checkpoint`). */
export interface AddCheckpoint {
  /** Of the checkpoint that the witness cosigned last; 0 if it cosigned none. */
  readonly oldSize: number;
  /** Shows that the checkpoint extends the tree of that size. */
  readonly path: readonly Hash[];
  /** The signed note. */
  readonly checkpoint: string;
}

/** What a witness answers: `cosigned` with lines for the note, or `conflict` with the size that it cosigned last. */
export type WitnessAnswer =
  | { readonly kind: 'cosigned'; readonly lines: string }
  | { readonly kind: 'conflict'; readonly size: number }
  | { readonly kind: 'refused'; readonly status: number };

/** The type of an answer with a size. */
export const sizeType = 'text/x.tlog.size';

const longestPath = 63;

export function addCheckpointText({ oldSize, path, checkpoint }: AddCheckpoint): string {
  return [`old ${oldSize}`, ...path.map(base64), '', checkpoint].join('\n');
}

/** @throws InvalidNote */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n');
  const [old = '', ...path] = text.slice(0, Math.max(0, end)).split('\n');
  if (!old.startsWith('old ') || path.length > longestPath)
    throw new InvalidNote('This is no request to cosign a checkpoint');
  return {
    oldSize: numberOf(old.slice('old '.length)),
    path: path.map(hashOf),
    checkpoint: text.slice(end + 2),
  };
}

/** @throws InvalidNote for an answer that no witness gives */
export function parseWitnessAnswer({
  status,
  body,
}: {
  readonly status: number;
  readonly body: string;
}): WitnessAnswer {
  if (status === 200) return { kind: 'cosigned', lines: body };
  if (status !== 409) return { kind: 'refused', status };
  if (!body.endsWith('\n')) throw new InvalidNote('The size of a witness is malformed');
  return { kind: 'conflict', size: numberOf(body.slice(0, -1)) };
}

/**
 * The checkpoint with the cosignatures of these witnesses that an answer has. Those of other keys are left out. @throws InvalidNote for a
 * malformed answer, UnsignedNote when a cosignature of a known witness is invalid or there is none
 */
export async function withCosignatures(
  checkpoint: string,
  lines: string,
  witnesses: readonly NoteVerifier[],
): Promise<string> {
  const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
  const answered = `${text}\n${lines}`;
  // Lines with an empty one among them would be signatures of another text, which make the whole note invalid for its readers.
  if ((await openNote(answered, witnesses)).text !== text) throw new InvalidNote('These are no cosignatures');
  return checkpoint + signatureLinesOf(answered, witnesses);
}
