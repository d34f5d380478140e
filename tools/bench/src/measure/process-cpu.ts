import { processTree } from '@governance/testing';
import { readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux that Node runs on: one tick is 10 ms. */
export const tickMicroseconds = 10_000;

/** Ticks that a process has used, with all of its threads; `children` are those of children that have ended. */
export interface ProcessTicks {
  readonly own: number;
  readonly children: number;
}

/** Reads a line of /proc/<pid>/stat (proc_pid_stat(5)). The name in parentheses may hold anything. */
export function ticksOf(stat: string): ProcessTicks {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  // The 14th to 17th field of the line: utime, stime, cutime, cstime.
  const [user = Number.NaN, system = Number.NaN, childUser = Number.NaN, childSystem = Number.NaN] =
    fields.slice(11, 15);
  const ticks = { own: user + system, children: childUser + childSystem };
  if (!Number.isFinite(ticks.own + ticks.children)) throw new Error(`no ticks in: ${stat}`);
  return ticks;
}

/** CPU that a process has used so far, in microseconds. */
export function processCpu(pid: number): number {
  return ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')).own * tickMicroseconds;
}

/** CPU that a process and everything it has started have used so far, the ended ones too, in microseconds. */
export function treeCpu(root: number): number {
  return processTree(root)
    .map(({ pid }) => ticksIfThere(pid))
    .reduce((sum, { own, children }) => sum + (own + children) * tickMicroseconds, 0);
}

function ticksIfThere(pid: number): ProcessTicks {
  try {
    return ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It ended just now; its parent has its ticks at the next look.
    return { own: 0, children: 0 };
  }
}
