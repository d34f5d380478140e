import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { readEnvironment } from '../src/config';
import { type Streams, Terminal } from '../src/output/terminal';
import { type ProgramOptions, runProgram } from '../src/program';

/** How a command line ended, and what it wrote. */
export interface ProgramRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The program in the process of a spec, without a terminal, for a user with an empty home. */
export class TestProgram {
  readonly home = mkdtempSync(join(tmpdir(), 'home-'));
  private stdout = new Written();
  private stderr = new Written();
  private failure: Error | null = null;

  constructor(private readonly env: NodeJS.ProcessEnv = {}) {}

  /** From now on, writes to stdout fail with this code. */
  failOutput(code: string): void {
    this.failure = Object.assign(new Error(`${code}: it cannot be written`), { code });
  }

  options(stdin: string | Uint8Array = ''): ProgramOptions {
    const [stdout, stderr] = [new Written(this.failure), new Written()];
    this.stdout = stdout;
    this.stderr = stderr;
    const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr } as object as Streams;
    const environment = readEnvironment({ HOME: this.home, ...this.env });
    return {
      version: '1.2.3',
      environment,
      terminal: new Terminal(streams, environment.noColor),
      signal: new AbortController().signal,
    };
  }

  async run(args: readonly string[], stdin?: string | Uint8Array): Promise<ProgramRun> {
    const code = await runProgram(args, this.options(stdin));
    return { code, out: this.stdout.text, err: this.stderr.text };
  }

  path(name: string): string {
    return join(this.home, name);
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }
}

class Written extends Writable {
  private readonly chunks: Buffer[] = [];

  constructor(private readonly failure: Error | null = null) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error: Error | null) => void): void {
    if (!this.failure) this.chunks.push(chunk);
    done(this.failure);
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }
}
