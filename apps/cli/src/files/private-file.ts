import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../command-error';

/**
 * A file for its owner alone (0600), which appears with all of its content or not at all. It is reserved before there is
 * something to write, so that a folder that cannot be written is found in time.
 */
export class PrivateFile {
  private readonly temporary: string;
  private readonly descriptor: number;
  private open = true;

  /** @throws if the folder cannot be written. */
  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
    this.descriptor = openSync(this.temporary, 'wx', 0o600);
    // The mask of the process may be narrower.
    fchmodSync(this.descriptor, 0o600);
  }

  /** Replaces the file at the path. A link there is replaced, not followed. */
  commit(content: string): void {
    try {
      writeFileSync(this.descriptor, content);
      this.finish();
    } finally {
      this.discard();
    }
  }

  /** The same with what arrives. */
  async commitAll(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of source) writeFileSync(this.descriptor, chunk);
      this.finish();
    } finally {
      this.discard();
    }
  }

  private finish(): void {
    fsyncSync(this.descriptor);
    this.close();
    renameSync(this.temporary, this.path);
  }

  /** Leaves nothing behind; nothing to do after `commit`. */
  discard(): void {
    this.close();
    rmSync(this.temporary, { force: true });
  }

  private close(): void {
    if (this.open) closeSync(this.descriptor);
    this.open = false;
  }
}

/** A private file for a download. @throws CommandError if the path is a link, a device or in a folder that cannot be written. */
export function fileForDownload(path: string): PrivateFile {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new CommandError(`${path} is not a plain file: give another name`);
  try {
    return new PrivateFile(path);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Writes a private file in one step. */
export function writePrivateFile(path: string, content: string): void {
  new PrivateFile(path).commit(content);
}
