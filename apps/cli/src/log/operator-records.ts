import { type LogEntryKind, logCommitmentText } from '@governance/certificate-verifier';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { CommandError } from '../command-error';
import { decodedLines } from '../files/decoded-text';
import { type LoggedEntry } from './logged-entry';
import { NumberRanges } from './number-ranges';

/** What the operator's database has for an entry of the log. */
interface OperatorRecord {
  readonly entry: number;
  /** The commitment that follows from it, in base64. Undefined when its salt was erased. */
  readonly commitment: string | undefined;
  readonly id: string | undefined;
  /** What the operator's other data says of the record. Files of `log-records` have it. */
  readonly standing: string | undefined;
}

/** Standings of records that no program of the service made, with what is wrong. */
const inventions: Readonly<Record<string, string>> = {
  not_submitted: 'no surface has stored such a result',
  other_result: 'its certificate says something else than its result',
  not_withdrawn: 'its certificate is no longer withdrawn',
};

/** Which entries the operator's records explain. */
export interface RecordFindings {
  /** Entries that no record explains. */
  readonly withoutRecord: readonly { readonly entry: number; readonly minute: string }[];
  /** Entries whose record is of something else. */
  readonly differing: readonly { readonly entry: number; readonly minute: string; readonly id: string }[];
  /** Entries whose record the operator's other data contradicts. */
  readonly invented: readonly {
    readonly entry: number;
    readonly minute: string;
    readonly id: string;
    readonly standing: string;
  }[];
  /** Entries whose record nothing else confirms: of results of an earlier release, and of certificates that are no longer stored. */
  readonly unconfirmed: NumberRanges;
  /** Records of entries that the log does not have. */
  readonly missing: readonly { readonly entry: number; readonly id: string | undefined }[];
  /** Entries whose record was erased. */
  readonly erased: NumberRanges;
}

/** Compares the entries of a log with the operator's records. Both are in the order of the entries, so neither is held in memory. */
export class OperatorRecords {
  private readonly found = {
    withoutRecord: [] as { entry: number; minute: string }[],
    differing: [] as { entry: number; minute: string; id: string }[],
    invented: [] as { entry: number; minute: string; id: string; standing: string }[],
    unconfirmed: new NumberRanges(),
    missing: [] as { entry: number; id: string | undefined }[],
    erased: new NumberRanges(),
  };
  private waiting: IteratorResult<OperatorRecord, undefined> | undefined;

  private constructor(private readonly records: AsyncGenerator<OperatorRecord, undefined>) {}

  /** Reads JSON lines, from stdin for `-`. @throws CommandError */
  static open(file: string, stdin: NodeJS.ReadableStream): OperatorRecords {
    if (file !== '-' && !existsSync(file)) throw new CommandError(`There is no file ${file}`);
    const source = file === '-' ? (stdin as AsyncIterable<Uint8Array>) : createReadStream(file);
    return new OperatorRecords(recordsIn(decodedLines(source, file), file));
  }

  /** The next entry of the log. */
  async compare({ number: entry, minute, commitment }: LoggedEntry): Promise<void> {
    const record = await this.recordFrom(entry);
    if (record?.entry !== entry) {
      this.found.withoutRecord.push({ entry, minute });
      return;
    }
    this.waiting = undefined;
    const { id = '', standing = 'confirmed' } = record;
    if (record.commitment === undefined) this.found.erased.add(entry);
    else if (record.commitment !== commitment) this.found.differing.push({ entry, minute, id });
    else if (standing in inventions) this.found.invented.push({ entry, minute, id, standing });
    else if (standing !== 'confirmed') this.found.unconfirmed.add(entry);
  }

  /** After the last entry. With `mayBeLater`, the further records may be of entries that the log took since. */
  async findings({ mayBeLater }: { readonly mayBeLater: boolean }): Promise<RecordFindings> {
    if (!mayBeLater) await this.recordFrom(Number.POSITIVE_INFINITY);
    await this.records.return(undefined);
    return this.found;
  }

  /** The first record of this entry or a later one. The log lacks the entries of the records before it. */
  private async recordFrom(entry: number): Promise<OperatorRecord | undefined> {
    for (;;) {
      this.waiting ??= await this.records.next();
      if (this.waiting.done === true) return undefined;
      const record = this.waiting.value;
      if (record.entry >= entry) return record;
      this.found.missing.push({ entry: record.entry, id: record.id });
      this.waiting = undefined;
    }
  }
}

async function* recordsIn(
  lines: AsyncIterable<string>,
  file: string,
): AsyncGenerator<OperatorRecord, undefined> {
  let line = 0;
  let last = -1;
  for await (const text of lines) {
    line += 1;
    if (text === '') continue;
    const record = recordOf(text);
    if (!record) throw new CommandError(`${file}, line ${line} is no record of an entry`);
    if (record.entry <= last)
      throw new CommandError(`${file}, line ${line}: the records must be in the order of their entries`);
    last = record.entry;
    yield record;
  }
  return undefined;
}

const salt = /^[A-Za-z0-9+/]{22}==$/;
const digest = /^[A-Za-z0-9+/]{43}=$/;

/** In words, for people. */
export function inventionInWords(standing: string): string {
  return inventions[standing] ?? standing;
}

/** `{"entry":7,"kind":"issued","id":…,"salt":…,"credential_sha256":…}` or `{"entry":7,"erased":true}`. Undefined for any other line. */
function recordOf(text: string): OperatorRecord | undefined {
  const line = parsed(text);
  const { entry, id } = line;
  if (typeof entry !== 'number' || !Number.isSafeInteger(entry) || entry < 0) return undefined;
  if (line.erased === true) return { entry, commitment: undefined, id: undefined, standing: undefined };
  const commitment = commitmentOf(line);
  if (commitment === undefined || typeof id !== 'string') return undefined;
  return { entry, commitment, id, standing: typeof line.standing === 'string' ? line.standing : undefined };
}

function commitmentOf(line: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, id, salt: ownSalt, credential_sha256: credential } = line;
  if (!isKind(kind) || typeof id !== 'string' || !isText(ownSalt, salt)) return undefined;
  const hasCredential = isText(credential, digest);
  if (!hasCredential && credential !== undefined && credential !== null && credential !== '')
    return undefined;
  const content = logCommitmentText({
    kind,
    id,
    salt: Buffer.from(ownSalt, 'base64'),
    credentialDigest: hasCredential ? Buffer.from(credential, 'base64') : undefined,
  });
  return createHash('sha256').update(content).digest('base64');
}

function isKind(kind: unknown): kind is LogEntryKind {
  return kind === 'issued' || kind === 'withdrawn';
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
