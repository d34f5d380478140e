import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';

export interface PinnedProgramOptions {
  /** For its log file. */
  readonly name: string;
  /** Arguments of Node, the script first but for options. */
  readonly script: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when it is ready. */
  readonly readyUrl: string;
  /** Where it answers HTTP. */
  readonly origin: string;
  /** Where it runs; `measured` when absent. */
  readonly core?: 'measured' | 'measuring' | 'anywhere';
}

let started = 0;

/** A program under measurement, as a process of its own, whose log goes to a file. It ends with the bench. */
export class PinnedProgram {
  readonly origin: string;

  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
    { origin }: PinnedProgramOptions,
  ) {
    this.origin = origin;
  }

  /** Resolves when it is ready. */
  static async start(bench: Bench, options: PinnedProgramOptions): Promise<PinnedProgram> {
    const { name, script, env, core = 'measured' } = options;
    const { pins, folder } = bench.parts;
    const logFile = `${folder}/${name}-${++started}.log`;
    const log = openSync(logFile, 'w');
    const [file = process.execPath, ...args] = [...pins[core], process.execPath, ...script];
    const child = spawn(file, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', log, log] });
    closeSync(log);
    const program = new PinnedProgram(child, logFile, options);
    bench.defer(() => program.stop());
    await program.untilReady(options.readyUrl);
    return program;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The program has not started.');
    return this.child.pid;
  }

  /** What it has written so far. */
  output(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Ends it in order, or after five seconds by force. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await exit;
    clearTimeout(timer);
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async untilReady(url: string): Promise<void> {
    const until = Date.now() + 30_000;
    while (!(await answersOk(url))) {
      if (this.hasEnded || Date.now() > until) throw new Error(`It does not start:\n${this.output()}`);
      await delay(5);
    }
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
