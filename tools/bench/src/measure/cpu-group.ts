import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';

/**
 * A control group counts the CPU of every process that was ever in it, including those that ended without being waited for,
 * such as a browser's: a sum over /proc misses them.
 */
export interface CpuGroup {
  /** A process that writes its id here joins the group, with all its children. */
  readonly membersFile: string;
  /** Used so far, in microseconds. */
  cpu(): number;
}

/** Version 1 counts nanoseconds, version 2 microseconds. */
const versions = [
  { root: '/sys/fs/cgroup/cpuacct', counter: 'cpuacct.usage', microseconds: /^(\d+)\d{3}$/m },
  { root: '/sys/fs/cgroup', counter: 'cpu.stat', microseconds: /^usage_usec (\d+)$/m },
];

let opened = 0;

/** Undefined if this user may not create one. */
export function openCpuGroup(bench: Bench): CpuGroup | undefined {
  const version = versions.find(({ root, counter }) => existsSync(join(root, counter)));
  if (!version) return undefined;
  const folder = join(version.root, `bench-${process.pid}-${++opened}`);
  const counter = join(folder, version.counter);
  try {
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  bench.defer(async () => {
    // The browser ends a moment later than its program.
    await delay(500);
    rmdirSync(folder);
  });
  return {
    membersFile: join(folder, 'cgroup.procs'),
    cpu: () => Number(version.microseconds.exec(readFileSync(counter, 'utf8'))?.[1] ?? 0),
  };
}
