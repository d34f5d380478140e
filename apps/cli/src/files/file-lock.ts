import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock older than this is stale: its holder crashed. */
const staleMs = 60_000;

/** Runs `work` while no other process holds the lock of this path. */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  while (!take(path)) await delay(50);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && Date.now() - made > staleMs) rmSync(path, { force: true });
    return false;
  }
}
