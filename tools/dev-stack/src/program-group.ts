import { once } from 'node:events';
import { join } from 'node:path';
import { quote, waitForHealth } from './health';
import { type ProcessRecord } from './process-record';
import { Program } from './program';
import { type Terminal } from './terminal';

export interface ProgramGroupOptions {
  /** The folder with the built programs. */
  readonly dist: string;
  readonly record: ProcessRecord;
  readonly terminal: Terminal;
  /** Variables of every program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts waiting. */
  readonly signal: AbortSignal;
  /** Called when a program ends unexpectedly. */
  readonly onEnd: (reason: Error) => void;
}

export interface Launch {
  readonly name: string;
  readonly nodeArguments?: readonly string[];
  /** Below `dist`, then arguments. */
  readonly script: readonly [file: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** The programs of a stack. */
export class ProgramGroup {
  private readonly programs: Program[] = [];
  private stopping = false;

  constructor(private readonly options: ProgramGroupOptions) {}

  /** Runs a command to its end, and returns its last output. @throws with its output if it fails. */
  async run(launch: Launch): Promise<string> {
    const { signal } = this.options;
    signal.throwIfAborted();
    const program = this.spawn(launch);
    await Promise.race([program.ended, once(signal, 'abort')]);
    signal.throwIfAborted();
    if (!program.succeeded)
      throw new Error(`${launch.name} failed (${await program.ended}).${quote(program)}`);
    return program.lastWords;
  }

  /** Starts a service and, if it listens, waits until it answers. Afterwards its end stops the stack. */
  async start(launch: Launch, healthUrl?: string): Promise<void> {
    const program = this.spawn(launch);
    if (healthUrl !== undefined) await waitForHealth(program, healthUrl, this.options.signal);
    void program.ended.then((how) => {
      if (!this.stopping) this.options.onEnd(new Error(`${launch.name} ended (${how}).${quote(program)}`));
    });
  }

  /** Shows all their output from now on. */
  listen(): void {
    for (const program of this.programs) program.listen();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.programs.map((program) => program.stop()));
  }

  kill(): void {
    for (const program of this.programs) program.kill();
  }

  private spawn({ name, nodeArguments, script: [file, ...args], env }: Launch): Program {
    // A start that waited for another program can come too late: `stop` would miss its program.
    if (this.stopping) throw new Error(`${name} is not started: the stack is stopping.`);
    const { dist, terminal, record } = this.options;
    const script = [join(dist, file), ...args];
    const program = new Program({
      name,
      nodeArguments,
      script,
      terminal,
      env: { ...this.options.env, ...env },
    });
    this.programs.push(program);
    if (program.pid !== undefined) record.add(program.pid);
    return program;
  }
}
