import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Where things run: what is measured on a core of its own, everything that measures it on the other. */
export interface Pins {
  /** What a command line begins with so that it runs on the core of what is measured; empty where that cannot be said. */
  readonly measured: readonly string[];
  /** The same for what measures, and for both cores. */
  readonly measuring: readonly string[];
  readonly anywhere: readonly string[];
  /** For the document. */
  readonly words: string;
}

const taskset = 'taskset';

/** Moves this process, and with it PostgreSQL and the load generator, to core 1, where there is one. */
export function pinToCores(): Pins {
  if (!hasTaskset() || availableParallelism() < 2) {
    const words = 'not pinned to cores: there is no `taskset`, or only one core';
    return { measured: [], measuring: [], anywhere: [], words };
  }
  execFileSync(taskset, ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
  return {
    measured: [taskset, '-c', '0'],
    measuring: [taskset, '-c', '1'],
    anywhere: [taskset, '-c', '0,1'],
    words: 'what is measured runs on core 0; the load generator and PostgreSQL on core 1',
  };
}

function hasTaskset(): boolean {
  try {
    execFileSync(taskset, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
