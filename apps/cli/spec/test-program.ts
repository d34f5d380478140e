import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
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
  private readonly stdout = new PassThrough();
  private readonly stderr = new PassThrough();

  constructor(private readonly env: NodeJS.ProcessEnv = {}) {}

  options(stdin = ''): ProgramOptions {
    const { stdout, stderr } = this;
    const streams = { stdin: Readable.from([stdin]), stdout, stderr } as object as Streams;
    const environment = readEnvironment({ HOME: this.home, ...this.env });
    return {
      version: '1.2.3',
      environment,
      terminal: new Terminal(streams, environment.noColor),
      signal: new AbortController().signal,
    };
  }

  async run(args: readonly string[], stdin?: string): Promise<ProgramRun> {
    const code = await runProgram(args, this.options(stdin));
    const read = (stream: PassThrough): string => String((stream.read() as Buffer | null) ?? '');
    return { code, out: read(this.stdout), err: read(this.stderr) };
  }

  path(name: string): string {
    return join(this.home, name);
  }

  remove(): void {
    rmSync(this.home, { recursive: true });
  }
}
