import { StartRefused } from '@governance/runtime';
import { InvalidNote, type NoteVerifier, openCheckpoint, type TreeState } from '@governance/transparency';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The last checkpoint of a log that this witness cosigned. */
export interface Remembered extends TreeState {
  readonly origin: string;
  /** Of the cosignature, in seconds since 1970. */
  readonly time: number;
  /** The checkpoint with the signatures of the log and of this witness. */
  readonly note: string;
}

export interface Beginning {
  readonly verifierKey: string;
  readonly at: Date;
  /** Whether the key may have cosigned checkpoints before, which are then forgotten. */
  readonly isForgetful: boolean;
}

/** "witn": marks an SQLite file as ours. */
const applicationId = 0x7769746e;
const schema = `
  PRAGMA application_id = ${applicationId};
  CREATE TABLE beginning (verifier_key TEXT NOT NULL, at TEXT NOT NULL, forgetful INTEGER NOT NULL) STRICT;
  CREATE TABLE checkpoint (origin TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT;`;

const sqliteBusy = 5;

/**
 * The memory of a witness: one SQLite file. SQLite locks it against a second process until this one ends, and a change is on the disk
 * when it returns (`synchronous`). It is never created by the way: an empty memory would cosign a second history.
 */
export class StateFile {
  private readonly remembered = new Map<string, Remembered>();

  private constructor(
    private readonly database: DatabaseSync,
    readonly beginning: Beginning,
  ) {}

  /** Creates the file, complete or not at all. @throws if it exists. */
  static create(path: string, { verifierKey, at, isForgetful }: Beginning): void {
    const draft = `${path}.new`;
    rmSync(draft, { force: true });
    const database = new DatabaseSync(draft);
    database.exec(schema);
    database
      .prepare('INSERT INTO beginning VALUES (?, ?, ?)')
      .run(verifierKey, at.toISOString(), Number(isForgetful));
    database.close();
    linkSync(draft, path);
    rmSync(draft);
    const folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
    closeSync(folder);
  }

  /** @throws StartRefused if the file is missing, damaged, in use, or of another key: each note in it has the witness's own signature. */
  static async open(path: string, verifierKey: string, own: NoteVerifier): Promise<StateFile> {
    if (!existsSync(path))
      throw new StartRefused(
        'STATE_FILE does not exist: without it the witness could cosign a second history',
      );
    const database = new DatabaseSync(path);
    try {
      const state = new StateFile(database, beginningIn(database));
      if (state.beginning.verifierKey !== verifierKey)
        throw new StartRefused(`STATE_FILE is of another key: ${state.beginning.verifierKey}`);
      await state.recall(own);
      return state;
    } catch (error) {
      database.close();
      throw asRefusal(error);
    }
  }

  last(origin: string): Remembered | undefined {
    return this.remembered.get(origin);
  }

  all(): Iterable<Remembered> {
    return this.remembered.values();
  }

  /**
   * Replaces `last`, durably. False if another checkpoint has replaced it since it was read. @throws if the disk refuses; then nothing
   * has changed.
   */
  advance(last: Remembered | undefined, next: Remembered): boolean {
    if (this.remembered.get(next.origin) !== last) return false;
    this.database
      .prepare('INSERT INTO checkpoint VALUES (?, ?) ON CONFLICT (origin) DO UPDATE SET note = excluded.note')
      .run(next.origin, next.note);
    this.remembered.set(next.origin, next);
    return true;
  }

  close(): void {
    this.database.close();
  }

  private async recall(own: NoteVerifier): Promise<void> {
    for (const { origin, note } of rowsOf(this.database)) {
      const { size, root, cosignatures } = await openCheckpoint(note, {
        origin,
        log: [own],
        witnesses: [own],
      });
      this.remembered.set(origin, { origin, size, root, time: cosignatures[0]?.time ?? 0, note });
    }
  }
}

/** Takes the lock of the file and checks its pages. */
function beginningIn(database: DatabaseSync): Beginning {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA');
  database.exec('BEGIN EXCLUSIVE; COMMIT');
  const { application_id: id } = database.prepare('PRAGMA application_id').get() ?? {};
  if (id !== applicationId) throw new StartRefused('STATE_FILE is not the state of a witness');
  const problems = database.prepare('PRAGMA integrity_check').all();
  const [row] = database.prepare('SELECT verifier_key, at, forgetful FROM beginning').all();
  if (problems[0]?.integrity_check !== 'ok' || !row) throw new StartRefused(damaged);
  return {
    verifierKey: String(row.verifier_key),
    at: new Date(String(row.at)),
    isForgetful: row.forgetful === 1,
  };
}

function rowsOf(database: DatabaseSync): readonly { readonly origin: string; readonly note: string }[] {
  const rows = database.prepare('SELECT origin, note FROM checkpoint').all();
  return rows.map(({ origin, note }) => ({ origin: String(origin), note: String(note) }));
}

const damaged = 'STATE_FILE is damaged: without it the witness could cosign a second history';

function asRefusal(error: unknown): unknown {
  if (error instanceof InvalidNote) return new StartRefused(damaged);
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR') return error;
  return new StartRefused(errcode === sqliteBusy ? 'STATE_FILE is in use by another process' : damaged);
}
