import {
  endProcess,
  type PostgresServer,
  processTree,
  removePostgresData,
  runSql,
  startPostgres,
  temporaryFolder,
  urlForProgram,
  withSetting,
} from '@governance/testing';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { SmallDisk } from './small-disk';
import { TcpProxy } from './tcp-proxy';

/** PostgreSQL with its data on a disk of its own where this account can mount one, behind a proxy. */
export class DatabaseServer {
  private constructor(
    private readonly folder: string,
    private readonly disk: SmallDisk | undefined,
    private server: PostgresServer,
    readonly proxy: TcpProxy,
  ) {}

  /** With a size, on a memory file system of its own; needs root. */
  static async start(diskMegabytes?: number): Promise<DatabaseServer> {
    const folder = temporaryFolder('faults');
    const dataDirectory = join(folder, 'postgres');
    const disk = diskMegabytes === undefined ? undefined : SmallDisk.mount(dataDirectory, diskMegabytes);
    const server = await startPostgres({ dataDirectory, durable: true });
    return new DatabaseServer(folder, disk, server, await TcpProxy.start(server.port));
  }

  /** Of the owner, past the proxy. */
  get url(): string {
    return this.server.url;
  }

  /** Of a program's role, through the proxy. */
  async urlOf(program: string): Promise<string> {
    const url = new URL(await urlForProgram(this.url, program));
    url.port = String(this.proxy.port);
    return url.href;
  }

  /** What runs now, for a scenario that copies or replaces it. */
  get running(): PostgresServer {
    return this.server;
  }

  /** Another server takes its place, and the proxy leads to it. */
  replaceBy(server: PostgresServer): void {
    this.server = server;
    this.proxy.retarget(server.port);
  }

  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
    return runSql(this.url, text, values);
  }

  /** A session of the owner that stays open. Its end by a crash is no error of the harness. */
  async session(): Promise<Client> {
    const client = new Client({
      connectionString: withSetting(this.url, { name: 'governance.system_scope', value: 'operator' }),
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async crash(): Promise<void> {
    // PostgreSQL's immediate shutdown: no checkpoint, recovery at the next start.
    process.kill(this.server.pid, 'SIGQUIT');
    await this.server.ended;
  }

  /** By SIGKILL, with all its sessions. */
  async kill(): Promise<void> {
    const kill = { signal: 'SIGKILL', graceMs: 5_000 } as const;
    await Promise.all(processTree(this.server.pid).map((each) => endProcess(each, kill)));
    await this.server.ended;
    // Every process that used the data has ended. One that is still listed as a zombie would keep PostgreSQL from starting.
    rmSync(join(this.server.directory, 'cluster', 'postmaster.pid'), { force: true });
  }

  /** Starts it again on its port. */
  async restart(): Promise<void> {
    this.server = await startPostgres({
      dataDirectory: join(this.folder, 'postgres'),
      port: this.server.port,
      durable: true,
    });
  }

  /** Starts it again if it has ended, or while it recovers. */
  async ensureRunning(): Promise<void> {
    const answers = await this.sql('SELECT 1').then(
      () => true,
      () => false,
    );
    if (!answers) await this.restart();
  }

  /** @throws unless it has a disk of its own. */
  fillDisk(): void {
    if (!this.disk) throw new Error('PostgreSQL has no disk of its own.');
    this.disk.fill();
  }

  freeDisk(): void {
    this.disk?.free();
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.server.stop();
    if (this.disk) this.disk.remove();
    else await removePostgresData(join(this.folder, 'postgres'));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Those of the server and of its sessions. */
  processes(): readonly number[] {
    return processTree(this.server.pid).map(({ pid }) => pid);
  }
}
