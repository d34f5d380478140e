import { type ChildProcess, spawn } from 'node:child_process';
import { type Readable, type Writable } from 'node:stream';
import { PipeTransport } from './pipe-transport';

export interface BrowserCommand {
  readonly executable: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A started browser, which may never answer. */
export interface BrowserProcess {
  readonly pid: number;
  readonly transport: PipeTransport;
  /** Rejects with the browser's last output when it exits. */
  readonly ended: Promise<never>;
}

const wordsKept = 2_000;

/**
 * Starts a browser in its own process group and connects by pipes: no port is open, and the browser exits when this process
 * does, even after a crash. Rejects when the program cannot be executed.
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
  // The launcher handles this rejection; later, the closed pipe reports the exit.
  ended.catch(() => undefined);
  await Promise.race([new Promise((resolve) => child.once('spawn', resolve)), ended]);
  const transport = new PipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable);
  if (child.pid === undefined) throw new Error('The browser process did not start');
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
      reject(new Error(`Chromium exited (${String(signal ?? code)}): ${words.trim()}`));
    });
  });
}
