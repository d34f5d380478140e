import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { readLogLine } from './log-line';
import { type Terminal } from './terminal';

export interface ProgramOptions {
  readonly name: string;
  /** Of Node, before the script. */
  readonly nodeArguments?: readonly string[] | undefined;
  /** A JavaScript file and its arguments. */
  readonly script: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
}

const lastLines = 25;
const graceMs = 15_000;

/** Its output may still be on its way when it ends; but somebody it has left behind may hold the other end for ever. */
async function endOf(child: ChildProcess): Promise<string> {
  const closed = once(child, 'close').catch(() => undefined);
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    await Promise.race([closed, delay(500, undefined, { ref: false })]);
    return signal ?? `exit code ${String(code)}`;
  } catch (error) {
    return String(error);
  }
}

/** A program of ours as a child process. Until somebody listens, only what matters of its output is shown. */
export class Program {
  readonly name: string;
  /** Resolves when it has ended and its output is read: how it ended, for people. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private readonly tail: string[] = [];
  private listeningFrom = Infinity;

  constructor({ name, nodeArguments = [], script, env, terminal }: ProgramOptions) {
    this.name = name;
    // A process group of its own: Ctrl-C reaches us only, so that the order of stopping is ours.
    const options = { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
    const args = ['--enable-source-maps', ...nodeArguments, ...script];
    const child = spawn(process.execPath, args, options);
    this.child = child;
    this.read(child.stdout, terminal, 'stdout');
    this.read(child.stderr, terminal, 'stderr');
    this.ended = endOf(child);
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get succeeded(): boolean {
    return this.child.exitCode === 0;
  }

  /** The last of what it said. */
  get lastWords(): string {
    return this.tail.join('\n');
  }

  /** Shows everything that it says from now on: not what it has said already and we have not read yet. */
  listen(): void {
    this.listeningFrom = Date.now();
  }

  /** Asks it to end, and kills it when it does not. Answers when nothing of it is left. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const impatience = new AbortController();
    const killing = delay(graceMs, undefined, { signal: impatience.signal }).then(
      () => {
        this.kill();
      },
      () => undefined,
    );
    await this.ended;
    impatience.abort();
    await killing;
    this.kill();
  }

  /** Ends it and what it has started, at once. */
  kill(): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
  }

  private read(stream: Readable, terminal: Terminal, name: 'stdout' | 'stderr'): void {
    createInterface(stream).on('line', (line) => {
      const { text, important, at = Date.now() } = readLogLine(line, name);
      this.tail.push(text);
      if (this.tail.length > lastLines) this.tail.shift();
      if (at >= this.listeningFrom || important) terminal.line(this.name, text);
    });
  }
}
