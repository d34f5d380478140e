import {
  type PostgresServer,
  removePostgresData,
  runSql,
  startPostgres,
  urlForProgram,
} from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpProxy } from './tcp-proxy';

/** Room for a cluster with a run's data and its write-ahead log. */
const diskMegabytes = 700;

/** PostgreSQL with its data on a disk of its own where this account can mount one, behind a proxy. */
export class DatabaseServer {
  private constructor(
    private readonly folder: string,
    private readonly hasOwnDisk: boolean,
    private server: PostgresServer,
    readonly proxy: TcpProxy,
  ) {}

  /** With `ownDisk`, on a memory file system; needs root. */
  static async start({ ownDisk }: { readonly ownDisk: boolean }): Promise<DatabaseServer> {
    const folder = mkdtempSync(join(tmpdir(), 'governance-faults-'));
    // As root, the server runs as another user, who must reach its data in this folder.
    chmodSync(folder, 0o755);
    const dataDirectory = join(folder, 'postgres');
    if (ownDisk) {
      mkdirSync(dataDirectory);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', dataDirectory]);
    }
    const server = await startPostgres({ dataDirectory, durable: true });
    return new DatabaseServer(folder, ownDisk, server, await TcpProxy.start(server.port));
  }

  /** Of the owner, past the proxy. */
  get url(): string {
    return this.server.url;
  }

  get directory(): string {
    return this.server.directory;
  }

  /** Of a program's role, through the proxy. */
  async urlOf(program: string): Promise<string> {
    const url = new URL(await urlForProgram(this.url, program));
    url.port = String(this.proxy.port);
    return url.href;
  }

  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
    return runSql(this.url, text, values);
  }

  async crash(): Promise<void> {
    const [pid] = readFileSync(join(this.server.directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    // PostgreSQL's immediate shutdown: no checkpoint, recovery at the next start.
    process.kill(Number(pid), 'SIGQUIT');
    await this.server.ended;
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

  /** Writes until nothing is free. */
  fillDisk(): void {
    const { bavail, bsize } = statfsSync(this.server.directory);
    try {
      writeFileSync(this.filler, Buffer.alloc(bavail * bsize));
    } catch {
      // Full before the last byte.
    }
  }

  freeDisk(): void {
    rmSync(this.filler, { force: true });
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.server.stop();
    const dataDirectory = join(this.folder, 'postgres');
    if (this.hasOwnDisk) execFileSync('umount', [dataDirectory]);
    await removePostgresData(dataDirectory);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get filler(): string {
    return join(this.server.directory, 'filler');
  }
}
