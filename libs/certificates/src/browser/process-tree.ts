import { readdir, readFile } from 'node:fs/promises';

/** A process and when it started, because its number may be given to another one later. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

interface ProcessEntry extends ProcessIdentity {
  readonly parent: number;
  readonly state: string;
}

const pollMs = 15;
const patienceMs = 3_000;

/**
 * Ends a process, its group, its descendants and its `family` (descendants of former days, which may have lost their
 * parent) with SIGKILL, and resolves when none of them runs any more. One that is stopped or has left the group ends as
 * well. Where there is no /proc only the group is known.
 */
export async function killTree(pid: number, family: readonly ProcessIdentity[] = []): Promise<void> {
  const doomed = [...(await alive(family)), ...(await descendants(pid))];
  signal(-pid);
  for (const process of [pid, ...doomed.map((child) => child.pid)]) signal(process);
  const deadline = Date.now() + patienceMs;
  while ((await alive(doomed)).length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The process itself and everything that it started and that still runs, by way of /proc. */
export async function descendants(pid: number): Promise<readonly ProcessIdentity[]> {
  const all = await processes();
  const tree = all.filter((process) => process.pid === pid);
  for (const { pid: parent } of tree) tree.push(...all.filter((process) => process.parent === parent));
  return tree;
}

/** Those of them that still run. A zombie does not: it waits for its parent to take note. */
export async function alive(sought: readonly ProcessIdentity[]): Promise<readonly ProcessIdentity[]> {
  const entries = await Promise.all(sought.map(({ pid }) => processEntry(pid)));
  return sought.filter(({ startedAt }, index) => {
    const entry = entries[index];
    return entry !== undefined && entry.state !== 'Z' && entry.startedAt === startedAt;
  });
}

async function processes(): Promise<ProcessEntry[]> {
  const names = await readdir('/proc').catch((): string[] => []);
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(numbers.map(processEntry));
  return entries.filter((entry) => entry !== undefined);
}

/** From /proc/<pid>/stat. The program's name may hold spaces and brackets, so the fields begin after the last one. */
async function processEntry(pid: number): Promise<ProcessEntry | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' };
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
