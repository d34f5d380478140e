import { endProcess, type RunningProcess, runningProcess, stillRuns } from '@governance/testing';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { writePrivately } from './stack-files';

/** `.dev/processes.json`: who runs, so that the next start can end what a killed stack has left. */
interface Content {
  readonly stack: RunningProcess;
  /** The programs that started the stack for us (`npm start` and what is between), from the nearest on. */
  readonly launchers: readonly RunningProcess[];
  readonly children: readonly RunningProcess[];
}

const launcherCommand = /(^|[ /])npm( |$)|with-node\.mjs|run-built\.mjs/;
const graceMs = 20_000;
const pauseMs = 1_000;

/** The launchers of a process: its parents as long as they are npm or scripts of ours. */
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

/** @throws when the file is there already. */
function create(file: string, content: Content): void {
  writeFileSync(file, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
}

/** Ends a process of ours and all of its group, which it leads. */
async function endGroup(known: RunningProcess): Promise<void> {
  if (!stillRuns(known)) return;
  await endProcess(known, { signal: 'SIGTERM', graceMs });
  try {
    process.kill(-known.pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}

/**
 * Ends what the record names. A stack whose launchers have been killed ends too: nobody can press Ctrl-C for it.
 * @throws when the stack still runs as it should.
 */
async function clear({ stack, launchers, children }: Content): Promise<void> {
  if (stillRuns(stack)) {
    if (launchers.every(stillRuns)) {
      throw new Error(`It is running already, as process ${stack.pid}. Stop it there with Ctrl-C first.`);
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
   * Claims the file for this process, after ending what an earlier stack left.
   * @throws when a stack is running already.
   */
  static async claim(file: string): Promise<ProcessRecord> {
    const stack = runningProcess(process.pid);
    if (!stack) throw new Error('This process cannot be described: neither /proc nor ps is there.');
    const left = read(file);
    if (left) await clear(left);
    rmSync(file, { force: true });
    const content = { stack, launchers: launchersOf(process.ppid), children: [] };
    try {
      create(file, content);
    } catch (cause) {
      throw new Error('Another start was faster by a moment.', { cause });
    }
    return new ProcessRecord(file, content);
  }

  /**
   * Resolves when a launcher ends before us. npm hands SIGTERM to a shell that does not pass it on, and SIGKILL reaches nobody
   * else: their end is all we get to know.
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
