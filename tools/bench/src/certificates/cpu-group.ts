import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A control group, whose kernel counter has the CPU of every process that was ever in it: of those too that ended and whose
 * parent did not wait for them, as browsers leave them behind, which no sum over /proc has.
 */
export interface CpuGroup {
  /** A process that writes its number here belongs to the group, with everything that it starts. */
  readonly membersFile: string;
  /** CPU used so far, in microseconds. */
  readonly read: () => number;
  /** When no process of it is left. */
  readonly remove: () => void;
}

interface Hierarchy {
  readonly root: string;
  readonly counter: string;
  readonly microseconds: (text: string) => number;
}

const hierarchies: readonly Hierarchy[] = [
  {
    root: '/sys/fs/cgroup/cpuacct',
    counter: 'cpuacct.usage',
    microseconds: (text) => Number(text) / 1_000,
  },
  {
    root: '/sys/fs/cgroup',
    counter: 'cpu.stat',
    microseconds: (text) => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]),
  },
];

/** A new group; undefined where this process may not make one. */
export function openCpuGroup(name: string): CpuGroup | undefined {
  for (const { root, counter, microseconds } of hierarchies) {
    const folder = join(root, name);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    if (!existsSync(join(folder, counter))) {
      rmdirSync(folder);
      continue;
    }
    return {
      membersFile: join(folder, 'cgroup.procs'),
      read: () => microseconds(readFileSync(join(folder, counter), 'utf8')),
      remove: () => {
        rmdirSync(folder);
      },
    };
  }
  return undefined;
}
