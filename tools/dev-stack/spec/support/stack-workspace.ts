import {
  freePort,
  type ProgramEnd,
  type RawAnswer,
  removePostgresData,
  runningProcess,
  sendRaw,
  until,
} from '@governance/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type StackDescription } from '../../src/stack-description';
import { workspace } from './bundled-program';

/** A started stack. */
export interface StartedStack {
  readonly process: ChildProcess;
  /** Exit code and signal, once its last descendant has closed its output. */
  readonly exit: Promise<unknown[]>;
  readonly output: () => string;
}

export const portVariables = [
  'PUBLIC_PORT',
  'PLATFORM_PORT',
  'IDENTITY_PORT',
  'UPSTREAM_PORT',
  'FIRST_WITNESS_PORT',
  'SECOND_WITNESS_PORT',
  'MAILBOX_PORT',
  'SMTP_PORT',
] as const;

/** A folder in which a stack runs as in the workspace, on separate ports. */
export class StackWorkspace {
  private readonly stacks: StartedStack[] = [];

  private constructor(
    readonly root: string,
    readonly env: Record<string, string | undefined>,
  ) {}

  /** In a folder that `remove` has removed, if given: Node then loads the same program from its compile cache. */
  static async make(root = mkdtempSync(join(tmpdir(), 'dev-stack-spec-'))): Promise<StackWorkspace> {
    mkdirSync(root, { recursive: true });
    // If we are root, the database runs as another user.
    chmodSync(root, 0o755);
    const { PATH, BROWSER_EXECUTABLE, NODE_COMPILE_CACHE } = process.env;
    const env: Record<string, string | undefined> = {
      PATH,
      HOME: root,
      NODE_PATH: join(workspace, 'node_modules'),
      BROWSER_EXECUTABLE,
      NODE_COMPILE_CACHE,
    };
    for (const name of portVariables) env[name] = String(await freePort());
    return new StackWorkspace(root, env);
  }

  /** An address of the stack on this machine. */
  local(variable: (typeof portVariables)[number], path = ''): string {
    return `http://localhost:${this.env[variable] ?? ''}${path}`;
  }

  /** A path below `.dev`. */
  dev(name: string): string {
    return join(this.root, '.dev', name);
  }

  read(name: string): unknown {
    return JSON.parse(readFileSync(this.dev(name), 'utf8'));
  }

  description(): StackDescription {
    return this.read('stack.json') as StackDescription;
  }

  /** Puts a program below `dist`. */
  write(name: string, text: string): void {
    const file = join(this.root, 'dist', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  launch(...args: string[]): StartedStack {
    return this.launchScript('dist/tools/dev-stack/main.js', ...args);
  }

  launchScript(...script: string[]): StartedStack {
    const { root: cwd, env } = this;
    const child = spawn(process.execPath, script, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const stack = { process: child, exit: once(child, 'close'), output: () => output };
    this.stacks.push(stack);
    return stack;
  }

  /** Runs a program of the stack to its end. */
  async run(name: string, ...args: string[]): Promise<ProgramEnd> {
    const script = [`dist/tools/dev-stack/${name}.js`, ...args];
    const child = spawn(process.execPath, script, {
      cwd: this.root,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code, stdout, stderr };
  }

  /** Resolves when everything answers; rejects if the stack ends first. */
  async start(...args: string[]): Promise<StartedStack> {
    return this.running(this.launch(...args));
  }

  /** Starts it, and expects that this fails. Resolves to its output. */
  async fail(...args: string[]): Promise<string> {
    const stack = this.launch(...args);
    expect(await stack.exit).toEqual([1, null]);
    return stack.output();
  }

  async running(stack: StartedStack): Promise<StartedStack> {
    await until(() => {
      if (stack.process.exitCode !== null) throw new Error(stack.output());
      return stack.output().includes('Everything is running');
    });
    return stack;
  }

  /** Ends it as Ctrl-C does. */
  async stop(stack: StartedStack): Promise<void> {
    stack.process.kill('SIGINT');
    expect(await stack.exit).toEqual([0, null]);
  }

  /** Every process whose command contains a file of this stack. */
  leftProcesses(): string[] {
    const { children } = existsSync(this.dev('processes.json'))
      ? (this.read('processes.json') as { children: { pid: number }[] })
      : { children: [] };
    const all = existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Boolean) : [];
    return [...children.map(({ pid }) => pid), ...all]
      .map((pid) => runningProcess(pid)?.command ?? '')
      .filter((command) => command.includes(this.root));
  }

  /** The ports and management ports of our services. */
  servicePorts(): number[] {
    const { managementPorts, publicUrl, platformUrl, issuer } = this.description();
    const ports = [publicUrl, platformUrl, issuer].map((url) => Number(new URL(url).port));
    return [...ports, ...Object.values(managementPorts)];
  }

  /** The answers to incomplete requests on every port. A server answers each after its timeout. */
  answersToIncomplete(): Promise<RawAnswer[]> {
    const head = 'POST /health HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const partial = ['', 'GE', head, `${head}Content-Length: 9\r\n\r\n{"a"`];
    const sent = this.servicePorts().flatMap((port) => partial.map((text) => sendRaw(port, text)));
    return Promise.all(sent);
  }

  async remove(): Promise<void> {
    for (const stack of this.stacks.splice(0)) {
      if (stack.process.exitCode === null) stack.process.kill('SIGTERM');
      await stack.exit;
    }
    await removePostgresData(this.dev('postgres'));
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The steps printed by a demo, each with its result. */
export function stepsOf(stdout: string): unknown[] {
  return [...stdout.matchAll(/✓ (.{26})(.*)/g)].map(([, what = '', result]) => [what.trim(), result]);
}
