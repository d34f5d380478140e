import { type ChildProcess, spawn } from 'node:child_process';
import { type Readable, type Writable } from 'node:stream';
import { PipeTransport } from './pipe-transport';

export interface BrowserCommand {
  readonly executable: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A browser that has been started, but may not get as far as to answer. */
export interface BrowserProcess {
  readonly pid: number;
  readonly transport: PipeTransport;
  /** Rejects with the last words of the browser when it ends. */
  readonly ended: Promise<never>;
}

const wordsKept = 2_000;

/**
 * Starts a browser in a process group of its own, which is debugged by pipes: no port is open, and the browser ends when
 * this process does, however that ends. Rejects when the program cannot be executed.
 */
export async function startProcess({
  executable,
  args,
  environment,
}: BrowserCommand): Promise<BrowserProcess> {
  const child = spawn(executable, [...args, '--remote-debugging-pipe'], {
    detached: true,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const ended = lastWords(child);
  // Whoever launches a browser listens; afterwards the closed pipe tells the same.
  ended.catch(() => undefined);
  await Promise.race([new Promise((resolve) => child.once('spawn', resolve)), ended]);
  const transport = new PipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable);
  if (child.pid === undefined) throw new Error('The browser has no process');
  return { pid: child.pid, transport, ended };
}

function lastWords(child: ChildProcess): Promise<never> {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-wordsKept);
  });
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      reject(new Error(`Chromium ended (${String(signal ?? code)}): ${words.trim()}`));
    });
  });
}
