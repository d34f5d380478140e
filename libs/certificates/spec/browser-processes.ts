import { until } from '@governance/testing';
import { readFile } from 'node:fs/promises';
import { alive, descendants, type ProcessIdentity } from '../src/browser/process-tree';

/** A browser process started by this process. `kind` is "browser", "renderer", "zygote", "utility" … */
export interface BrowserProcess extends ProcessIdentity {
  readonly kind: string;
  readonly args: string;
}

/**
 * The browsers started by a process, with all their processes. Only the main process has its mode in its command line: the
 * renderers of a full Chromium do not.
 */
export async function browserProcesses(parent = process.pid): Promise<readonly BrowserProcess[]> {
  const known = await Promise.all((await alive(await descendants(parent))).map(identify));
  const browsers = known.filter(({ kind, args }) => kind === 'browser' && args.includes('--headless'));
  const trees = await Promise.all(browsers.map(({ pid }) => descendants(pid)));
  const pids = new Set(trees.flat().map(({ pid }) => pid));
  return known.filter(({ pid }) => pids.has(pid));
}

async function identify(identity: ProcessIdentity): Promise<BrowserProcess> {
  const line = await readFile(`/proc/${identity.pid}/cmdline`, 'utf8').catch(() => '');
  const args = line.replaceAll('\0', ' ');
  return { ...identity, args, kind: /--type=([a-z-]+)/.exec(args)?.[1] ?? 'browser' };
}

/** Sends a signal to every process of a kind. */
export async function signalBrowser(kind: string, signal: NodeJS.Signals): Promise<void> {
  for (const found of await browserProcesses()) if (found.kind === kind) process.kill(found.pid, signal);
}

/** Resolves when no process of the list is running. */
export async function gone(processes: readonly ProcessIdentity[]): Promise<void> {
  await until(async () => (await alive(processes)).length === 0);
}
