import { callHttp, freeOrigin, type Settings, until } from '@governance/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench } from '../bench';

export interface ProgramOptions {
  readonly file: string;
  readonly env: Settings;
  /** Answers 200 once the program is ready. */
  readonly readyUrl: string;
  readonly origin: string;
  /** For `taskset`. Core 1 has the load generator and PostgreSQL. */
  readonly cores?: '0' | '0,1';
}

let started = 0;

/** A process that is pinned to cores and logs to a file. */
export class Program {
  answered = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
    readonly origin: string,
  ) {}

  static async start(
    bench: Bench,
    { file, env, readyUrl, origin, cores = '0' }: ProgramOptions,
  ): Promise<Program> {
    const { PATH, BROWSER_EXECUTABLE } = process.env;
    const logFile = join(bench.setup.folder, `${++started}.log`);
    const log = openSync(logFile, 'w');
    const command = ['-c', cores, process.execPath, join(process.cwd(), 'dist', file)];
    const child = spawn('taskset', command, {
      env: { PATH, BROWSER_EXECUTABLE, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const program = new Program(child, logFile, origin);
    bench.defer(() => program.stop());
    await until(async () => {
      if (program.hasEnded) throw new Error(`It exited: ${program.output()}`);
      return (await callHttp(readyUrl).catch(() => undefined))?.status === 200;
    });
    return program;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The program has not started.');
    return this.child.pid;
  }

  output(): string {
    return readFileSync(this.logFile, 'utf8').slice(-2_000);
  }

  private async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await once(this.child, 'exit');
    clearTimeout(timer);
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** Starts a program of tools/bench, such as `floors/express`: it listens on `PORT` and answers 200 at `/health`. */
export async function startReference(
  bench: Bench,
  name: string,
  { env, ...rest }: Pick<ProgramOptions, 'env' | 'cores'>,
): Promise<Program> {
  const origin = await freeOrigin();
  const file = `tools/bench/${name}.js`;
  const readyUrl = `${origin}/health`;
  return Program.start(bench, {
    file,
    env: { PORT: new URL(origin).port, ...env },
    readyUrl,
    origin,
    ...rest,
  });
}
