import { StartRefused } from '@governance/runtime';
import { type CheckEd25519, InvalidNote, type NoteVerifier, noteVerifier } from '@governance/transparency';

/** The keys of each log, by its origin. A log has several while it changes its key. */
export type KnownLogs = ReadonlyMap<string, readonly NoteVerifier[]>;

/** The verifier key of a log on each line. Its name is the origin of the log. @throws StartRefused for another line. */
export function knownLogs(text: string, check: CheckEd25519): KnownLogs {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Map.groupBy(
    keys.map((key) => verifierOf(key, check)),
    ({ name }) => name,
  );
}

function verifierOf(key: string, check: CheckEd25519): NoteVerifier {
  try {
    return noteVerifier(key, check);
  } catch (error) {
    if (error instanceof InvalidNote) throw new StartRefused(`LOGS_FILE: this is no verifier key: ${key}`);
    throw error;
  }
}
