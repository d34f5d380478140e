import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

const canPin = availableParallelism() > 1 && existsSync('/usr/bin/taskset');

/** Whose core the service does not share. */
export const loadCore = 1;
export const serviceCore = 0;

/** Confines a process, with its threads and its later children, to a core; nothing happens where that is not possible. */
export function pin(pid: number, core: number): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
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
