import { temporaryFolder } from '@governance/testing';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian's package `faketime` has it. */
export const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** The clock of one process, which can be set while it runs. */
export class MovedClock {
  private readonly folder = temporaryFolder('clock');

  constructor() {
    this.set(0);
  }

  /** For a process whose clock this is. Its timers follow the clock that no one sets. */
  get settings(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: clockLibrary,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Minutes ahead of the right time, or behind it. Takes effect within a second. */
  set(minutes: number): void {
    writeFileSync(this.file, `${minutes < 0 ? '-' : '+'}${Math.abs(minutes) * 60}`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get file(): string {
    return join(this.folder, 'offset');
  }
}
