import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const canPin = availableParallelism() > 1 && existsSync('/usr/bin/taskset');

/** Whose core the service does not share. */
export const loadCore = 1;
export const serviceCore = 0;

/** Confines a process, with its threads and its later children, to a core; nothing happens where that is not possible. */
export function pin(pid: number, core: number): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

/** The process of the server whose data is in this folder. */
export function postgresPid(directory: string): number {
  return Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
