import { endProcess, type RunningProcess, runningProcess, stillRuns } from '@governance/testing';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { writePrivately } from './stack-files';

/** `.dev/processes.json`: running processes, so that the next start can end those left by a killed stack. */
interface Content {
  readonly stack: RunningProcess;
  /** The launchers of the stack (`npm start` and its children), nearest first. */
  readonly launchers: readonly RunningProcess[];
  readonly children: readonly RunningProcess[];
}

const launcherCommand = /(^|[ /])npm( |$)|with-node\.mjs|run-built\.mjs/;
const graceMs = 20_000;
const pauseMs = 1_000;

/** The launchers of a process: its ancestors while they are npm or our scripts. */
function launchersOf(pid: number): RunningProcess[] {
  const parent = runningProcess(pid);
  return parent && launcherCommand.test(parent.command) ? [parent, ...launchersOf(parent.parentPid)] : [];
}

function read(file: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content;
  } catch {
    return undefined;
  }
}

/** @throws if the file exists. */
function create(file: string, content: Content): void {
  writeFileSync(file, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
}

/** Ends our process and the process group it leads. */
async function endGroup(known: RunningProcess): Promise<void> {
  if (!stillRuns(known)) return;
  await endProcess(known, { signal: 'SIGTERM', graceMs });
  try {
    process.kill(-known.pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

/**
 * Ends the recorded processes, including a stack whose launchers were killed, since Ctrl-C cannot reach it.
 * @throws if the stack is running normally.
 */
async function clear({ stack, launchers, children }: Content): Promise<void> {
  if (stillRuns(stack)) {
    if (launchers.every(stillRuns)) {
      throw new Error(`The stack is already running, as process ${stack.pid}. Stop it with Ctrl-C first.`);
    }
    await endProcess(stack, { signal: 'SIGTERM', graceMs });
  }
  await Promise.all(children.map(endGroup));
}

/** The record of this process's stack. */
export class ProcessRecord {
  private constructor(
    private readonly file: string,
    private content: Content,
  ) {}

  /**
   * Claims the file for this process, after ending processes left by an earlier stack.
   * @throws if a stack is running.
   */
  static async claim(file: string): Promise<ProcessRecord> {
    const stack = runningProcess(process.pid);
    if (!stack) throw new Error('Cannot identify this process: neither /proc nor ps is available.');
    const left = read(file);
    if (left) await clear(left);
    rmSync(file, { force: true });
    const content = { stack, launchers: launchersOf(process.ppid), children: [] };
    try {
      create(file, content);
    } catch (cause) {
      throw new Error('Another stack is starting at the same time.', { cause });
    }
    return new ProcessRecord(file, content);
  }

  /**
   * Resolves when a launcher ends before us. npm sends SIGTERM to a shell that does not forward it, and SIGKILL reaches only
   * its target, so we can only observe that launchers end.
   */
  async launchersEnded(): Promise<void> {
    do await delay(pauseMs, undefined, { ref: false });
    while (this.content.launchers.every(stillRuns));
  }

  add(pid: number): void {
    const child = runningProcess(pid);
    if (!child) return;
    this.content = { ...this.content, children: [...this.content.children, child] };
    writePrivately(this.file, JSON.stringify(this.content));
  }

  release(): void {
    rmSync(this.file, { force: true });
  }
}
