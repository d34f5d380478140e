import { processTree } from '@governance/testing';
import { readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux that Node runs on. */
const tickMicroseconds = 10_000;

/** Ticks in a line of /proc/<pid>/stat (proc_pid_stat(5)), whose name in parentheses can contain any characters. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // The 14th and 15th field of the line: utime and stime, of all threads.
  const ticks = Number(fields[11]) + Number(fields[12]);
  if (!Number.isFinite(ticks)) throw new Error(`no ticks in: ${stat}`);
  return ticks;
}

export function processCpu(pid: number): number {
  return ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) * tickMicroseconds;
}

/** Memory of a process in MiB: its own plus its share of shared memory (proportional set size). */
export function memoryUse(pid: number): number {
  try {
    return proportionalSetSize(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) / 1_024;
  } catch (error) {
    // It ended just now.
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return 0;
    throw error;
  }
}

/** Memory of a process and all of its descendants, in MiB. */
export function treeMemory(pid: number): number {
  return processTree(pid).reduce((total, { pid: each }) => total + memoryUse(each), 0);
}

/** In KiB. */
export function proportionalSetSize(rollup: string): number {
  const size = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
  if (Number.isNaN(size)) throw new Error(`no proportional set size in: ${rollup}`);
  return size;
}
