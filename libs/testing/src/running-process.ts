import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that runs now. `startedAt` distinguishes it from a later process with the same number. */
export interface RunningProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly startedAt: string;
  /** The command line, its arguments separated by a space. */
  readonly command: string;
}

const proc = existsSync('/proc/self/stat');

function readProc(pid: number): RunningProcess | undefined {
  // proc_pid_stat(5): number, name in parentheses (which may hold anything), then fields from the third on.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parentPid] = fields;
  if (state === 'Z') return undefined;
  // The 22nd field: clock ticks since the machine started.
  const ticks = fields[19] ?? '';
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { pid, parentPid: Number(parentPid), startedAt: `${boot}/${ticks}`, command };
}

function readPs(pid: number): RunningProcess | undefined {
  const columns = ['ppid=', 'lstart=', 'command='].flatMap((column) => ['-o', column]);
  const line = execFileSync('ps', [...columns, '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // lstart reads "Thu Jan 15 12:00:00 2026".
  const parts = /^\s*(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*?)\s*$/s.exec(line);
  const [, parentPid, startedAt, command] = parts ?? [];
  if (startedAt === undefined || command === undefined) return undefined;
  return { pid, parentPid: Number(parentPid), startedAt, command };
}

/** The process with this number, if it runs. A zombie has ended. */
export function runningProcess(pid: number): RunningProcess | undefined {
  try {
    return proc ? readProc(pid) : readPs(pid);
  } catch {
    return undefined;
  }
}

function allPids(): readonly number[] {
  if (proc)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  return execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).trim().split(/\s+/).map(Number);
}

/** The running processes among this process and its descendants. */
export function processTree(root: number): readonly RunningProcess[] {
  const all = allPids().flatMap((pid) => runningProcess(pid) ?? []);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parentPid }) => parentPid === pid));
  return tree;
}

/** Whether this very process, not another one with its number, still runs. */
export function stillRuns(known: Pick<RunningProcess, 'pid' | 'startedAt'>): boolean {
  return runningProcess(known.pid)?.startedAt === known.startedAt;
}

/**
 * Ends a process that is not our child: sends `signal`, and SIGKILL when it has not ended after `graceMs`.
 * @throws when it may not be signalled (it belongs to another user) or survives.
 */
export async function endProcess(
  known: RunningProcess,
  { signal, graceMs }: { signal: NodeJS.Signals; graceMs: number },
): Promise<void> {
  for (const [next, waitMs] of [[signal, graceMs] as const, ['SIGKILL', 5_000] as const]) {
    if (!stillRuns(known)) return;
    process.kill(known.pid, next);
    // Not our child: its end emits no event.
    const until = Date.now() + waitMs;
    while (Date.now() < until && stillRuns(known)) await delay(20);
  }
  if (stillRuns(known)) throw new Error(`Process ${known.pid} (${known.command}) does not end.`);
}
