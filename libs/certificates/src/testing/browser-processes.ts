import { readFile } from 'node:fs/promises';
import { alive, descendants, type ProcessIdentity } from '../process-tree';

/** A process of a browser that this process has started. `kind` is "browser", "renderer", "zygote", "utility" … */
export interface BrowserProcess extends ProcessIdentity {
  readonly kind: string;
  readonly args: string;
}

/** The browser processes below a process, from its command lines. */
export async function browserProcesses(parent = process.pid): Promise<readonly BrowserProcess[]> {
  const running = await alive(await descendants(parent));
  const known = await Promise.all(running.map(identify));
  return known.filter(({ args }) => args.includes('--headless'));
}

async function identify(identity: ProcessIdentity): Promise<BrowserProcess> {
  const line = await readFile(`/proc/${identity.pid}/cmdline`, 'utf8').catch(() => '');
  const args = line.replaceAll('\0', ' ');
  return { ...identity, args, kind: /--type=([a-z-]+)/.exec(args)?.[1] ?? 'browser' };
}

/** Sends a signal to every process of that kind. */
export async function signalBrowser(kind: string, signal: NodeJS.Signals): Promise<void> {
  for (const found of await browserProcesses()) if (found.kind === kind) process.kill(found.pid, signal);
}

/** Resolves when none of the processes runs any more. */
export async function gone(processes: readonly ProcessIdentity[]): Promise<void> {
  while ((await alive(processes)).length > 0) await new Promise(setImmediate);
}
