import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
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

/**
 * Takes most of the service's core, so that the service is full long before the generator and PostgreSQL are. Otherwise the
 * figures would be theirs. Ends with its scope.
 */
export function sharedServiceCore(): Disposable {
  const others = Array.from({ length: canPin ? 3 : 0 }, () => {
    const other = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
    if (other.pid !== undefined) pin(other.pid, serviceCore);
    return other;
  });
  return {
    [Symbol.dispose]: () => {
      for (const other of others) other.kill('SIGKILL');
    },
  };
}

/** Since it was called: the share of its time in which the core of the load was idle, from 0 to 1. */
export function idleTimeOfLoadCore(): () => number {
  const begin = timesOfLoadCore();
  return () => {
    const end = timesOfLoadCore();
    return (end.idle - begin.idle) / (end.all - begin.all);
  };
}

function timesOfLoadCore(): { idle: number; all: number } {
  const times = cpus()[loadCore]?.times ?? { idle: 0, user: 0, sys: 0, nice: 0, irq: 0 };
  return { idle: times.idle, all: Object.values(times).reduce((sum, each) => sum + each, 0) };
}
