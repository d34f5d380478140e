import { base64, bytesOfBase64 } from './base64';
import { hashOf, type LogKeys, numberOf, openCheckpoint, type OpenedCheckpoint } from './checkpoint';
import { type Hash } from './hashes';
import { InvalidNote } from './invalid-note';
import { isIncluded } from './verify-proof';

/** Shows without a network that a log has an entry (C2SP tlog-proof). */
export interface LogProof {
  readonly index: number;
  readonly path: readonly Hash[];
  /** The signed note, with its cosignatures. */
  readonly checkpoint: string;
  /** What the application adds. Nothing signs it. */
  readonly extra?: Uint8Array | undefined;
}

const format = 'c2sp.org/tlog-proof@v1';
/** A tree of 2^53 leaves has no longer path. */
const longestPath = 53;

export function logProofText({ index, path, checkpoint, extra }: LogProof): string {
  const extras = extra === undefined ? [] : [`extra ${base64(extra)}`];
  return [format, ...extras, `index ${index}`, ...path.map(base64), '', checkpoint].join('\n');
}

/** @throws InvalidNote */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split('\n');
  const extra = /^extra (?<extra>.*)$/.exec(lines[0] ?? '')?.groups?.extra;
  const [index = '', ...path] = extra === undefined ? lines : lines.slice(1);
  if (first !== format || !index.startsWith('index ') || path.length > longestPath)
    throw new InvalidNote('This is no proof of a log');
  return {
    index: numberOf(index.slice('index '.length)),
    path: path.map(hashOf),
    checkpoint: text.slice(end + 2),
    extra: extra === undefined ? undefined : bytesOfBase64(extra),
  };
}

/** The checkpoint whose tree has this leaf. @throws InvalidNote when the proof does not show it */
export async function openLogProof(text: string, leaf: Hash, keys: LogKeys): Promise<OpenedCheckpoint> {
  const { index, path, checkpoint } = parseLogProof(text);
  const opened = await openCheckpoint(checkpoint, keys);
  if (!isIncluded({ index, hash: leaf }, path, opened))
    throw new InvalidNote('The log does not have this entry');
  return opened;
}
