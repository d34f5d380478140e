/** Notes kept while they cannot be written; beyond that the oldest are dropped. */
const capacity = 10_000;

export interface LateNotesOptions<Note> {
  /** The time after which a note is written, with all others of that time. */
  readonly afterMs: number;
  /** One note of two about the same id. */
  readonly merged: (known: Note, next: Note) => Note;
  readonly write: (notes: ReadonlyMap<string, Note>) => Promise<void>;
  /** The notes were not written. The next batch has them too. */
  readonly failed: (error: unknown) => void;
}

/** Notes by id, written later in batches, so that they neither slow down a request nor make it fail. */
export class LateNotes<Note> {
  private notes = new Map<string, Note>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private ending = false;

  constructor(private readonly options: LateNotesOptions<Note>) {}

  add(id: string, note: Note): void {
    this.keep(id, note);
    if (this.ending) void this.flush();
    else this.flushLater();
  }

  /** Writes what there is. Later notes are written at once. Call it before the database closes. */
  async end(): Promise<void> {
    this.ending = true;
    await this.flush();
  }

  /** Never rejects: notes that were not written are retried with the next batch. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private keep(id: string, note: Note): void {
    const known = this.notes.get(id);
    this.notes.set(id, known === undefined ? note : this.options.merged(known, note));
    if (this.notes.size <= capacity) return;
    const [oldest] = this.notes.keys();
    if (oldest !== undefined) this.notes.delete(oldest);
  }

  private flushLater(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.options.afterMs).unref();
  }

  private async write(): Promise<void> {
    const { notes } = this;
    if (notes.size === 0) return;
    this.notes = new Map();
    try {
      await this.options.write(notes);
    } catch (error) {
      this.options.failed(error);
      const meanwhile = this.notes;
      this.notes = notes;
      for (const [id, note] of meanwhile) this.keep(id, note);
      if (!this.ending) this.flushLater();
    }
  }
}
