import { processTree, type Replica, type RunningProcess, stillRuns } from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How much each process of the browser still gets. */
const roomKilobytes = 1_024;
/** Shorter than a browser needs to start and to print. */
const everyMs = 250;

/**
 * The browser of a worker, as after a leak: no process of it gets more memory than it has. One that the worker starts instead
 * runs out of memory too, until the leak ends.
 */
export class ExhaustedBrowser {
  private readonly limited = new Map<number, RunningProcess>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly worker: Replica) {}

  begin(): void {
    this.limit();
    this.timer = setInterval(() => {
      this.limit();
    }, everyMs);
  }

  /**
   * Later browsers get memory again. One that still runs got along with what it had: its largest process ends as by the kernel,
   * which must free memory at the end of a leak.
   */
  end(): void {
    clearInterval(this.timer);
    const [largest] = this.survivors().toSorted((one, other) => residentPages(other) - residentPages(one));
    if (!largest) return;
    try {
      process.kill(largest.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }

  /** The processes that were limited and have not ended. */
  survivors(): readonly RunningProcess[] {
    return [...this.limited.values()].filter(stillRuns);
  }

  /** Whether a process that ran out of memory has ended. */
  hasFailed(): boolean {
    return this.survivors().length < this.limited.size;
  }

  /** The survivors that the worker no longer has. */
  orphans(): readonly RunningProcess[] {
    const own = new Set(processTree(this.worker.pid).map(({ pid }) => pid));
    return this.survivors().filter(({ pid }) => !own.has(pid));
  }

  private limit(): void {
    for (const child of this.worker.children()) {
      if (this.limited.get(child.pid)?.startedAt === child.startedAt) continue;
      try {
        keepSmall(child.pid);
        this.limited.set(child.pid, child);
      } catch {
        // It has just ended.
      }
    }
  }
}

function residentPages({ pid }: RunningProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  } catch {
    return 0;
  }
}

/** As the user of the process: a container may not let root set a limit of others. */
function keepSmall(pid: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const numberOf = (field: string): number =>
    Number(new RegExp(String.raw`^${field}:\s*(\d+)`, 'm').exec(status)?.[1]);
  const bytes = (numberOf('VmData') + roomKilobytes) * 1_024;
  const user = [`--reuid=${numberOf('Uid')}`, `--regid=${numberOf('Gid')}`, '--clear-groups'];
  const limit = ['prlimit', '--pid', String(pid), `--data=${bytes}:${bytes}`];
  execFileSync('setpriv', [...user, ...limit], { stdio: 'ignore' });
}
