import { closeSync, fchmodSync, fstatSync, fsyncSync, ftruncateSync, lstatSync, mkdirSync } from 'node:fs';
import { openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Longer than any secret: the space on the disk is taken before there is one. */
const reserved = Buffer.alloc(4_096, ' ');

/** A new file for a secret that is shown once, for its owner alone (0600). It is there, with its space, before the secret is. */
export class ReservedFile {
  private readonly descriptor: number;
  private open = true;

  /** @throws if there is something at the path, also a link to nothing, or if nothing can be written there. */
  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Exclusive creation follows no link.
    this.descriptor = openSync(path, 'wx', 0o600);
    try {
      // The mask of the process may be narrower.
      fchmodSync(this.descriptor, 0o600);
      this.write(reserved);
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** @throws if the secret is not in the file. */
  commit(secret: string): void {
    this.write(Buffer.from(secret));
    if (!this.isInPlace()) throw new Error(`${this.path} was removed`);
    this.close();
  }

  /** Leaves nothing behind; nothing to do after `commit`. */
  discard(): void {
    if (!this.open) return;
    if (this.isInPlace()) rmSync(this.path);
    this.close();
  }

  private write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at, bytes.length - at, at);
    ftruncateSync(this.descriptor, bytes.length);
    fsyncSync(this.descriptor);
  }

  /** Another program may have removed or replaced it. */
  private isInPlace(): boolean {
    const found = lstatSync(this.path, { throwIfNoEntry: false });
    return found?.ino === fstatSync(this.descriptor).ino;
  }

  private close(): void {
    closeSync(this.descriptor);
    this.open = false;
  }
}
