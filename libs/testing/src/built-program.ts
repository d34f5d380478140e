import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { distFolder } from './dist-folder';

/** A line of a program's log. */
export type LogEntry = Readonly<Record<string, unknown>>;

export interface ProgramEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** All of it. */
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A program as it ships, as a process of its own: from `dist`, with the settings given and nothing else, in development
 * unless they say otherwise.
 */
export class BuiltProgram {
  readonly ended: Promise<ProgramEnd>;
  private readonly child: ChildProcess;
  private readonly lines: string[] = [];
  private readonly events = new EventEmitter<{ line: [] }>().setMaxListeners(0);
  private stderr = '';

  /** `script` is below `dist`, such as `apps/public-api/main.js`, or anywhere else when absolute; `args` are its command line. */
  constructor(
    script: string,
    settings: Readonly<Record<string, string | undefined>>,
    args: readonly string[] = [],
  ) {
    const { PATH, BROWSER_EXECUTABLE, NODE_COMPILE_CACHE } = process.env;
    const file = resolve(distFolder, script);
    const child = spawn(process.execPath, [file, ...args], {
      cwd: dirname(file),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, BROWSER_EXECUTABLE, NODE_COMPILE_CACHE, ENVIRONMENT: 'development', ...settings },
    });
    this.child = child;
    child.stderr.on('data', (chunk) => (this.stderr += String(chunk)));
    createInterface(child.stdout).on('line', (line) => {
      this.lines.push(line);
      this.events.emit('line');
    });
    this.ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.lines.join('\n'),
      stderr: this.stderr,
    }));
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The program has not started.');
    return this.child.pid;
  }

  /** Everything that it has written so far, but the first lines of its log. */
  output(without = 0): string {
    return [...this.lines.slice(without), this.stderr].join('\n');
  }

  /** What it has logged so far. @throws when a line is not JSON. */
  log(): readonly LogEntry[] {
    return this.lines.map((line) => JSON.parse(line) as LogEntry);
  }

  /** The first entry that matches, now or later. Rejects when the program ends without. */
  async logged(matches: (entry: LogEntry) => boolean): Promise<LogEntry> {
    for (;;) {
      const found = this.log().find(matches);
      if (found) return found;
      if (await this.endsBeforeItSaysMore())
        throw new Error(`It ended: ${this.lines.join('\n')}${this.stderr}`);
    }
  }

  /** Resolves when it says that it has started. */
  async started(): Promise<this> {
    await this.logged(({ msg }) => msg === 'started');
    return this;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends it as a crash does; nothing happens when it has ended. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private async endsBeforeItSaysMore(): Promise<boolean> {
    const line = once(this.events, 'line').then(() => false);
    return Promise.race([line, this.ended.then(() => true)]);
  }
}
