import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, RunningCommand } from './running-command';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** The installed program, as one user of a machine: with a home of their own, and nothing else of the environment. */
export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), 'home-'));
  private readonly started: ChildProcess[] = [];

  constructor(private readonly program: string) {}

  start(args: readonly string[], { env = {}, stdin = '' }: RunOptions = {}): RunningCommand {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [this.program, ...args], {
      cwd: this.home,
      env: { PATH, NODE_COMPILE_CACHE, HOME: this.home, GOVERNANCE_TOKEN_STORE: 'file', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.started.push(child);
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    return new RunningCommand(child);
  }

  run(args: readonly string[], options?: RunOptions): Promise<Ended> {
    return this.start(args, options).ended;
  }

  /** The result of a command that must succeed, as JSON. */
  async json(...args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.run([...args, '--output', 'json']);
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${stderr}`);
    return JSON.parse(stdout);
  }

  path(name: string): string {
    return join(this.home, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(this.path(name), content);
  }

  /** Kills the commands that still wait, and deletes the home. */
  remove(): void {
    for (const child of this.started) child.kill('SIGKILL');
    rmSync(this.home, { recursive: true });
  }
}
