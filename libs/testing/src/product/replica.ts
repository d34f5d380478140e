import { once } from 'node:events';
import { BuiltProgram } from '../built-program';
import { callHttp } from '../call-http';
import { freePort } from '../free-port';
import { processTree, type RunningProcess } from '../running-process';
import { until } from '../until';

export type Settings = Readonly<Record<string, string>>;

const startedMs = 240_000;

/** One process of a program, which is started again on its ports with its settings. */
export class Replica {
  /** The one that runs, after those before. */
  readonly processes: BuiltProgram[] = [];

  private constructor(
    readonly name: string,
    private readonly file: string,
    private readonly settings: Settings,
    private readonly ports: Settings,
  ) {}

  /** Not yet started, on free ports unless the settings name others. `file` is below `dist`, or absolute. */
  static async create(name: string, file: string, settings: Settings): Promise<Replica> {
    const ports = { PORT: String(await freePort()), MANAGEMENT_PORT: String(await freePort()) };
    return new Replica(name, file, settings, { ...ports, ...settings });
  }

  /** Resolves when it is ready. */
  static async start(name: string, file: string, settings: Settings): Promise<Replica> {
    const replica = await Replica.create(name, file, settings);
    try {
      await replica.start();
    } catch (error) {
      await replica.kill();
      throw error;
    }
    return replica;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.ports.PORT ?? ''}`;
  }

  /** Of its management port. */
  get probes(): string {
    return `http://127.0.0.1:${this.ports.MANAGEMENT_PORT ?? ''}`;
  }

  get environment(): Settings {
    return { ...this.ports, ...this.settings };
  }

  /** The process that runs. */
  get program(): BuiltProgram {
    const program = this.processes.at(-1);
    if (!program) throw new Error(`${this.name} has not been started.`);
    return program;
  }

  get pid(): number {
    return this.program.pid;
  }

  /** Of its process and of those before. */
  pids(): readonly number[] {
    return this.processes.map(({ pid }) => pid);
  }

  /** Another process with the same settings on ports of its own. */
  successor(name: string): Promise<Replica> {
    return Replica.start(name, this.file, this.settings);
  }

  /** What it has logged, including before a restart. */
  output(): string {
    return this.processes.map((program) => program.output()).join('\n');
  }

  /** The lines with which it has logged errors. */
  errors(): readonly string[] {
    return this.output()
      .split('\n')
      .filter((line) => /"level":"(error|fatal)"/.test(line));
  }

  /**
   * Like a supervisor: starts it again while it ends at once, as it does without a database. `changed` settings hold until
   * the next start.
   */
  async start(changed: Settings = {}): Promise<void> {
    const limit = AbortSignal.timeout(startedMs);
    for (;;) {
      const program = this.launch(changed);
      let hasEnded = false;
      void program.ended.then(() => (hasEnded = true));
      const { isUp } = await until(async () => {
        this.checkLimit(limit);
        if (hasEnded) return { isUp: false };
        return (await this.isReady()) && { isUp: true };
      });
      if (isUp) return;
    }
  }

  /** Like a supervisor: starts it with changed settings, and again whenever it ends, until the signal. */
  async supervise(changed: Settings, signal: AbortSignal): Promise<void> {
    const over = once(signal, 'abort');
    while (!signal.aborted) await Promise.race([this.launch(changed).ended, over]);
  }

  /** Resolves when its probe says so. @throws when it needs longer than four minutes. */
  async ready(): Promise<void> {
    const limit = AbortSignal.timeout(startedMs);
    await until(() => {
      this.checkLimit(limit);
      return this.isReady();
    });
  }

  /** Starts it, and waits for nothing. */
  launch(changed: Settings = {}): BuiltProgram {
    const program = new BuiltProgram(this.file, { ...this.environment, ...changed });
    this.processes.push(program);
    return program;
  }

  async kill(): Promise<void> {
    // A stopped process ends by SIGKILL too.
    await this.program.kill();
  }

  async stop(): Promise<void> {
    this.program.signal('SIGTERM');
    await this.program.ended;
  }

  pause(): void {
    this.program.signal('SIGSTOP');
  }

  resume(): void {
    this.program.signal('SIGCONT');
  }

  /** The processes below it, such as those of its browser. */
  children(): readonly RunningProcess[] {
    const { pid } = this.program;
    return processTree(pid).filter((each) => each.pid !== pid);
  }

  private checkLimit(limit: AbortSignal): void {
    if (limit.aborted) throw new Error(`${this.name} is not ready:\n${this.output().slice(-4_000)}`);
  }

  private async isReady(): Promise<boolean> {
    const answer = await callHttp(`${this.probes}/health/ready`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    return answer?.status === 200;
  }
}
