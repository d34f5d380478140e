import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const chunk = Buffer.alloc(1024 * 1024);

/** A memory file system that can be filled. Needs root. */
export class SmallDisk {
  private isMounted = true;

  private constructor(readonly folder: string) {}

  /** At a folder that does not exist. Every user may write to it, as to a temporary folder. */
  static mount(folder: string, megabytes: number): SmallDisk {
    mkdirSync(folder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    chmodSync(folder, 0o1777);
    return new SmallDisk(folder);
  }

  /** Writes until nothing is free. */
  fill(): void {
    const file = openSync(this.filler, 'w');
    try {
      while (writeSync(file, chunk) > 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  /** At once, even while a process has a file of it open. */
  remove(): void {
    if (!this.isMounted) return;
    this.isMounted = false;
    execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
