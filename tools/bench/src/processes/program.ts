import { callHttp, endProcess, freeOrigin, processTree, type Settings, until } from '@governance/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { type CpuGroup } from '../measure/cpu-group';

export interface ProgramOptions {
  /** The executable and its arguments. */
  readonly command: readonly string[];
  readonly env: Settings;
  /** Answers 200 once the program is ready. */
  readonly readyUrl: string;
  readonly origin: string;
  /** For `taskset`. Core 1 has the load generator and PostgreSQL. */
  readonly cores?: '0' | '0,1';
  /** The program and its children join it. */
  readonly group?: CpuGroup | undefined;
}

/** The command of a built program, such as `deploy/public-api/main.js`. */
export const nodeCommand = (file: string): readonly string[] => [
  process.execPath,
  join(process.cwd(), 'dist', file),
];

/** Replaces itself by the command, once it has joined the group. */
const joinGroup = ['sh', '-c', 'echo $$ >"$0" && exec "$@"'];

let started = 0;

/** A process that is pinned to cores and logs to a file. */
export class Program {
  answered = 0;
  /** From the start of the process until it was ready. */
  readySeconds = Number.NaN;

  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
    readonly origin: string,
  ) {}

  static async start(
    bench: Bench,
    { command, env, readyUrl, origin, cores = '0', group }: ProgramOptions,
  ): Promise<Program> {
    const { PATH, BROWSER_EXECUTABLE } = process.env;
    const logFile = join(bench.setup.folder, `${++started}.log`);
    const log = openSync(logFile, 'w');
    const pinned = ['taskset', '-c', cores, ...command];
    const [file = '', ...args] = group ? [...joinGroup, group.membersFile, ...pinned] : pinned;
    const began = performance.now();
    const child = spawn(file, args, {
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
    program.readySeconds = (performance.now() - began) / 1_000;
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
    const tree = processTree(this.pid);
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await Promise.race([ended, delay(5_000, undefined, { ref: false })]);
    // A script that has started the program would leave it behind.
    for (const known of tree) await endProcess(known, { signal: 'SIGKILL', graceMs: 1_000 });
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** Starts a program of tools/bench, such as `floors/express`: it listens on `PORT` and answers 200 at `/health`. */
export async function startReference(
  bench: Bench,
  name: string,
  { env, ...rest }: Pick<ProgramOptions, 'env' | 'cores' | 'group'>,
): Promise<Program> {
  const origin = await freeOrigin();
  const readyUrl = `${origin}/health`;
  return Program.start(bench, {
    command: nodeCommand(`tools/bench/${name}.js`),
    env: { PORT: new URL(origin).port, ...env },
    readyUrl,
    origin,
    ...rest,
  });
}
