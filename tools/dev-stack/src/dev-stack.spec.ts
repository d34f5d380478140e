import { freePort, removePostgresData, runningProcess } from '@governance/testing';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type StackDescription } from './stack-description';

jest.setTimeout(60_000);

const workspace = join(__dirname, '..', '..', '..');

/** Programs that only do what the stack sees of the real ones. */
const service = (port: string, path: string) => `
  const server = require('node:http').createServer((req, res) => {
    if (req.url === '/die') { console.error('I was asked to die'); process.exit(3); }
    if (req.url === '/env') return res.end(JSON.stringify(process.env));
    res.writeHead(req.url === '${path}' ? 200 : 404).end();
  }).listen(process.env.${port});
  process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections());`;
const programs = {
  'public-api/migrate.js': `console.log('up to date')`,
  'public-api/keys.js': `require('node:fs').writeFileSync(process.env.KEYRING_FILE, process.argv[2], { flag: 'a', mode: 0o600 })`,
  'public-api/main.js': service('PORT', '/health'),
  'public-api/worker.js': service('MANAGEMENT_PORT', '/health/ready'),
  'platform-api/main.js': service('PORT', '/health'),
};

describe('the development stack', () => {
  let root: string;
  let env: NodeJS.ProcessEnv;
  let bundle: string;
  const stacks: Stack[] = [];

  interface Stack {
    readonly process: ChildProcess;
    readonly exit: Promise<unknown[]>;
    readonly output: () => string;
  }

  const dev = (name: string) => join(root, '.dev', name);
  const read = (name: string): unknown => JSON.parse(readFileSync(dev(name), 'utf8'));
  const describeStack = () => read('stack.json') as StackDescription;

  function write(name: string, text: string): void {
    const file = join(root, 'dist', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  function launch(...args: string[]): Stack {
    return launchScript('dist/tools/dev-stack/main.js', ...args);
  }

  function launchScript(...script: string[]): Stack {
    const child = spawn(process.execPath, script, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const stack = { process: child, exit: once(child, 'close'), output: () => text };
    stacks.push(stack);
    return stack;
  }

  /** Answers when everything answers; fails when it ended instead. */
  async function start(...args: string[]): Promise<Stack> {
    return running(launch(...args));
  }

  async function running(stack: Stack): Promise<Stack> {
    while (!stack.output().includes('Everything is running')) {
      if (stack.process.exitCode !== null) throw new Error(stack.output());
      await delay(20);
    }
    return stack;
  }

  async function stop(stack: Stack): Promise<void> {
    stack.process.kill('SIGINT');
    expect(await stack.exit).toEqual([0, null]);
  }

  /** Every process whose command names a file of this stack. */
  function leftProcesses(): string[] {
    const { children } = existsSync(dev('processes.json'))
      ? (read('processes.json') as { children: { pid: number }[] })
      : { children: [] };
    const all = existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Boolean) : [];
    return [...children.map(({ pid }) => pid), ...all]
      .map((pid) => runningProcess(pid)?.command ?? '')
      .filter((command) => command.includes(root));
  }

  beforeAll(() => {
    const flags = ['--bundle', '--platform=node', '--packages=external', '--log-level=error'];
    const entry = join(__dirname, 'main.ts');
    bundle = execFileSync(join(workspace, 'node_modules/esbuild/bin/esbuild'), [...flags, entry], {
      cwd: workspace,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
  });

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'dev-stack-spec-'));
    chmodSync(root, 0o755);
    write('tools/dev-stack/main.js', bundle);
    for (const [name, text] of Object.entries(programs)) write(`apps/${name}`, text);
    // Only the specs that are about the database need one.
    const DATABASE_URL = 'postgresql://user@127.0.0.1:1/elsewhere';
    env = { PATH: process.env.PATH, HOME: root, NODE_PATH: join(workspace, 'node_modules'), DATABASE_URL };
    for (const name of ['PUBLIC_PORT', 'PLATFORM_PORT', 'MAILBOX_PORT', 'SMTP_PORT'])
      env[name] = String(await freePort());
  });

  afterEach(async () => {
    for (const stack of stacks.splice(0)) {
      if (stack.process.exitCode === null) stack.process.kill('SIGTERM');
      await stack.exit;
    }
    await removePostgresData(dev('postgres'));
    rmSync(root, { recursive: true, force: true });
  });

  it('starts everything, says where it is, and leaves no process', async () => {
    delete env.DATABASE_URL;
    const stack = await start();
    const { PUBLIC_PORT, PLATFORM_PORT, MAILBOX_PORT, SMTP_PORT } = env;
    expect(describeStack()).toEqual({
      publicUrl: `http://localhost:${PUBLIC_PORT ?? ''}`,
      platformUrl: `http://localhost:${PLATFORM_PORT ?? ''}`,
      issuer: 'http://localhost:3002',
      claimsNamespace: 'https://governance.example/claims/',
      databaseUrl: expect.stringMatching(
        /^postgresql:\/\/postgres:\w+@127\.0\.0\.1:\d+\/postgres$/,
      ) as unknown,
      mailbox: {
        url: `http://127.0.0.1:${MAILBOX_PORT ?? ''}`,
        api: `http://127.0.0.1:${MAILBOX_PORT ?? ''}/api/messages`,
        smtp: `smtp://127.0.0.1:${SMTP_PORT ?? ''}`,
      },
    });
    expect(statSync(dev('stack.json')).mode & 0o777).toBe(0o600);
    expect(read('sample-assessment.json')).toMatchObject({
      mode: 'msp-self',
      submitterEmail: 'assessor@example.com',
    });
    expect(stack.output()).toContain(`curl http://localhost:${PUBLIC_PORT ?? ''}/api/survey-results`);
    const inherited = (await (await fetch(`${describeStack().publicUrl}/env`)).json()) as object;
    expect(inherited).toMatchObject({
      ENVIRONMENT: 'development',
      DATABASE_URL: describeStack().databaseUrl,
      SMTP_URL: describeStack().mailbox.smtp,
      KEYRING_FILE: dev('keyring.json'),
    });
    await stop(stack);
    expect(leftProcesses()).toEqual([]);
    expect(existsSync(dev('stack.json'))).toBe(false);
    expect(existsSync(dev('processes.json'))).toBe(false);
  });

  it('refuses a second start while one runs', async () => {
    await start();
    const second = launch();
    expect(await second.exit).toEqual([1, null]);
    expect(second.output()).toContain('It is running already');
    expect((await fetch(describeStack().publicUrl)).status).toBe(404);
  });

  it('says which program died, with its last words, and stops everything', async () => {
    const stack = await start();
    await fetch(`${describeStack().platformUrl}/die`).catch(() => undefined);
    expect(await stack.exit).toEqual([1, null]);
    expect(stack.output()).toMatch(
      /platform ended \(exit code 3\)\. Its last output:\n\n.*I was asked to die/,
    );
    expect(leftProcesses()).toEqual([]);
  });

  it('says which program did not start, and stops everything', async () => {
    write('apps/public-api/worker.js', `throw new Error('no browser here')`);
    const stack = launch();
    expect(await stack.exit).toEqual([1, null]);
    expect(stack.output()).toMatch(/worker ended \(exit code 1\)[^]*no browser here/);
    expect(leftProcesses()).toEqual([]);
    expect(existsSync(dev('stack.json'))).toBe(false);
  });

  it('takes over after it was killed: the data is there, and nothing runs twice', async () => {
    delete env.DATABASE_URL;
    const killed = await start();
    const before = describeStack();
    killed.process.kill('SIGKILL');
    await killed.exit;
    expect(leftProcesses().length).toBeGreaterThanOrEqual(4);
    const stack = await start();
    expect(describeStack()).toEqual(before);
    await stop(stack);
    expect(leftProcesses()).toEqual([]);
  });

  it('stops when the script that started it is killed', async () => {
    const launcher = 'dist/tools/build/start.mjs';
    write(
      'tools/build/start.mjs',
      `import { spawn } from 'node:child_process';
       spawn(process.execPath, ['dist/tools/dev-stack/main.js'], { stdio: 'inherit' });`,
    );
    const stack = await running(launchScript(launcher));
    stack.process.kill('SIGKILL');
    // Its output is closed by the last of its heirs.
    await stack.exit;
    expect(stack.output()).toContain('The command that started it has ended.');
    expect(leftProcesses()).toEqual([]);
  });

  it('begins anew with --fresh', async () => {
    delete env.DATABASE_URL;
    await stop(await start());
    const password = readFileSync(dev('postgres/password'), 'utf8');
    writeFileSync(dev('keyring.json'), 'old');
    await stop(await start('--fresh'));
    expect(readFileSync(dev('postgres/password'), 'utf8')).not.toBe(password);
    expect(readFileSync(dev('keyring.json'), 'utf8')).toBe('init');
  });

  it('never empties a database that is not its own', async () => {
    const stack = launch('--fresh');
    expect(await stack.exit).toEqual([1, null]);
    expect(stack.output()).toContain('--fresh does not empty the database of DATABASE_URL');
  });

  it('uses the database of DATABASE_URL', async () => {
    await start();
    expect(describeStack().databaseUrl).toBe('postgresql://user@127.0.0.1:1/elsewhere');
    expect(existsSync(dev('postgres'))).toBe(false);
  });

  it('starts nothing when a port is taken', async () => {
    delete env.DATABASE_URL;
    env.SMTP_PORT = env.PUBLIC_PORT ?? '';
    const stack = launch();
    expect(await stack.exit).toEqual([1, null]);
    expect(stack.output()).toContain('SMTP_PORT');
    expect(existsSync(dev('postgres'))).toBe(false);
  });

  it('stops at once when it is told to while it starts', async () => {
    write('apps/public-api/migrate.js', `console.error('migrating'); setInterval(() => {}, 1000)`);
    const stack = launch();
    while (!stack.output().includes('migrating')) await delay(20);
    await stop(stack);
    expect(leftProcesses()).toEqual([]);
  });

  it('does not wait for a program that will not stop when it is told to hurry', async () => {
    write(
      'apps/public-api/worker.js',
      `${service('MANAGEMENT_PORT', '/health/ready')} process.removeAllListeners('SIGTERM').on('SIGTERM', () => console.error('never'));`,
    );
    const stack = await start();
    stack.process.kill('SIGINT');
    while (!stack.output().includes('never')) await delay(20);
    const impatience = setInterval(() => stack.process.kill('SIGINT'), 100);
    expect(await stack.exit).toEqual([0, null]);
    clearInterval(impatience);
    expect(leftProcesses()).toEqual([]);
  });
});
