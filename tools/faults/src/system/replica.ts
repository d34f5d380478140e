import { once } from 'node:events';
import {
  BuiltProgram,
  callHttp,
  freePort,
  processTree,
  type RunningProcess,
  until,
} from '@governance/testing';

type Settings = Readonly<Record<string, string>>;

const startedMs = 240_000;

/** One process of a program, which is started again on its ports with its settings. */
export class Replica {
  private programs: BuiltProgram[] = [];

  private constructor(
    readonly name: string,
    private readonly file: string,
    private readonly settings: Settings,
    private readonly ports: Settings,
  ) {}

  /** `file` is below `dist`. */
  static async start(name: string, file: string, settings: Settings): Promise<Replica> {
    const [port, probes] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), MANAGEMENT_PORT: String(probes) };
    const replica = new Replica(name, file, settings, ports);
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

  get pid(): number {
    return this.current.pid;
  }

  /** Of its process and of those before. */
  pids(): readonly number[] {
    return this.programs.map(({ pid }) => pid);
  }

  /** Another process with the same settings on ports of its own. */
  successor(name: string): Promise<Replica> {
    return Replica.start(name, this.file, this.settings);
  }

  /** What it has logged, including before a restart. */
  output(): string {
    return this.programs.map((program) => program.output()).join('\n');
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

  private launch(changed: Settings): BuiltProgram {
    const program = new BuiltProgram(this.file, { ...this.ports, ...this.settings, ...changed });
    this.programs.push(program);
    return program;
  }

  private checkLimit(limit: AbortSignal): void {
    if (limit.aborted) throw new Error(`${this.name} is not ready:\n${this.output().slice(-4_000)}`);
  }

  async kill(): Promise<void> {
    // A stopped process ends by SIGKILL too.
    await this.current.kill();
  }

  async stop(): Promise<void> {
    this.current.signal('SIGTERM');
    await this.current.ended;
  }

  pause(): void {
    this.current.signal('SIGSTOP');
  }

  resume(): void {
    this.current.signal('SIGCONT');
  }

  /** The processes below it, such as those of its browser. */
  children(): readonly RunningProcess[] {
    const { pid } = this.current;
    return processTree(pid).filter((each) => each.pid !== pid);
  }

  private async isReady(): Promise<boolean> {
    const answer = await callHttp(`${this.probes}/health/ready`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    return answer?.status === 200;
  }

  private get current(): BuiltProgram {
    const program = this.programs.at(-1);
    if (!program) throw new Error(`${this.name} has not been started.`);
    return program;
  }
}
