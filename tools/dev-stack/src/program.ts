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

/** Waits for output still in transit at its end, but not forever: an orphan can keep the pipe open. */
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

/** Our program as a child process. Before `listen`, only its important output is shown. */
export class Program {
  readonly name: string;
  /** Resolves to a readable description of its end, once its output is read. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private readonly tail: string[] = [];
  private listeningFrom = Infinity;

  constructor({ name, nodeArguments = [], script, env, terminal }: ProgramOptions) {
    this.name = name;
    // Its own process group: Ctrl-C reaches only us, so that we control the order of stopping.
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

  /** Its last output. */
  get lastWords(): string {
    return this.tail.join('\n');
  }

  /** Shows all output from now on, except earlier output that is still unread. */
  listen(): void {
    this.listeningFrom = Date.now();
  }

  /** Ends it with SIGTERM, and kills it if needed. Resolves when no process of it is left. */
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

  /** Kills it and its children at once. */
  kill(): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // No process of the group is left.
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
