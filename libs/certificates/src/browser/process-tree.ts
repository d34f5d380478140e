import { readdir, readFile } from 'node:fs/promises';

/** A process id and its start time, because ids are reused. */
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
 * Kills a process, its group, its descendants and its `family` (earlier descendants, which may have lost their parent) with
 * SIGKILL, and resolves when none of them is running. Includes processes that are stopped or left the group. Without /proc
 * only the group is known.
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

/** The process and all its running descendants, from /proc. */
export async function descendants(pid: number): Promise<readonly ProcessIdentity[]> {
  const all = await processes();
  const tree = all.filter((process) => process.pid === pid);
  for (const { pid: parent } of tree) tree.push(...all.filter((process) => process.parent === parent));
  return tree;
}

/** The processes of the list that are running. A zombie is not: it waits for its parent. */
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

/** From /proc/<pid>/stat. The program's name may contain spaces and brackets, so the fields start after the last one. */
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
    // The process has already exited.
  }
}
