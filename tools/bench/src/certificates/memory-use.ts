import { processTree } from '@governance/testing';
import { readFileSync } from 'node:fs';

const kibibytesInMebibyte = 1_024;

/** Memory of a process in MiB: its own, and its share of what it has in common with others (proportional set size). */
export function memoryUse(pid: number): number {
  try {
    return proportionalSetSize(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) / kibibytesInMebibyte;
  } catch (error) {
    // It ended just now.
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return 0;
    throw error;
  }
}

/** In KiB. */
export function proportionalSetSize(rollup: string): number {
  const size = Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1]);
  if (Number.isNaN(size)) throw new Error(`no proportional set size in: ${rollup}`);
  return size;
}

/** Of everything that a process has started, and not its own. */
export function memoryOfDescendants(pid: number): number {
  return processTree(pid)
    .filter((one) => one.pid !== pid)
    .reduce((sum, one) => sum + memoryUse(one.pid), 0);
}
