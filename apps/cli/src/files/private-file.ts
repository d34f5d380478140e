import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

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
  }

  /** Replaces the file at the path, or, with `exclusive`, fails if there is one. */
  commit(content: string, { exclusive = false }: { readonly exclusive?: boolean } = {}): void {
    try {
      // The mask of the process may be narrower or wider.
      chmodSync(this.temporary, 0o600);
      writeSync(this.descriptor, content);
      fsyncSync(this.descriptor);
      this.close();
      if (!exclusive) renameSync(this.temporary, this.path);
      // A link, unlike a rename, never replaces a file.
      else linkSync(this.temporary, this.path);
    } finally {
      this.discard();
    }
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

/** Writes a private file in one step. */
export function writePrivateFile(path: string, content: string): void {
  new PrivateFile(path).commit(content);
}
