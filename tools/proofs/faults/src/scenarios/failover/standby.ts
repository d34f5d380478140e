import {
  copyPostgres,
  type PostgresServer,
  processTree,
  removePostgresData,
  runSql,
  startPostgres,
  temporaryFolder,
  until,
} from '@governance/testing';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseServer } from '../../system/database-server';
import { TcpProxy } from '../../system/tcp-proxy';

const name = 'standby_1';
const slot = 'standby_1';

/** A streaming standby of the database of a run, which can take its place. The stream passes a proxy. */
export class Standby {
  private constructor(
    private readonly database: DatabaseServer,
    private readonly folder: string,
    private readonly server: PostgresServer,
    private readonly stream: TcpProxy,
  ) {}

  /** Copies the running server and follows it. */
  static async of(database: DatabaseServer): Promise<Standby> {
    const primary = database.running;
    const stream = await TcpProxy.start(primary.port);
    const folder = temporaryFolder('standby');
    const dataDirectory = join(folder, 'postgres');
    const { username, password } = new URL(primary.superuserUrl);
    // Reserved at once, so that the primary keeps what it writes from the copy on.
    await runSql(primary.superuserUrl, `SELECT pg_create_physical_replication_slot('${slot}', true)`);
    await copyPostgres(primary, {
      dataDirectory,
      purpose: 'standby',
      parameters: {
        primary_conninfo: `host=127.0.0.1 port=${stream.port} user=${username} password=${password} application_name=${name}`,
        primary_slot_name: slot,
      },
    });
    const server = await startPostgres({ dataDirectory, durable: true });
    const standby = new Standby(database, folder, server, stream);
    await standby.reports('streaming');
    return standby;
  }

  get port(): number {
    return this.server.port;
  }

  get superuserUrl(): string {
    return this.server.superuserUrl;
  }

  /** As docs/deployment.md has it: a commit is acknowledged when the standby has written it to its disk. */
  async synchronize(): Promise<void> {
    const primary = this.database.running;
    await runSql(primary.superuserUrl, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${name})'`);
    await runSql(primary.superuserUrl, 'SELECT pg_reload_conf()');
    await until(async () => {
      const [row] = await runSql(primary.superuserUrl, 'SELECT sync_state FROM pg_stat_replication');
      return row?.sync_state === 'quorum';
    });
  }

  /** From now on the standby receives nothing. */
  holdStream(): void {
    this.stream.disturb('silent');
  }

  /** It also receives what was held. */
  resumeStream(): void {
    this.stream.mend();
  }

  /** The primary ends as with its machine, and does not come back. */
  losePrimary(): void {
    for (const pid of this.database.processes()) process.kill(pid, 'SIGKILL');
  }

  /** It ends as with its machine, and does not come back. */
  lose(): void {
    for (const { pid } of processTree(this.server.pid)) process.kill(pid, 'SIGKILL');
  }

  /** What an operator does: the standby becomes the primary, then the address of the database leads to it. */
  async takeOver(): Promise<void> {
    await runSql(this.server.superuserUrl, 'SELECT pg_promote(true, 120)');
    this.database.replaceBy(this.server);
  }

  async stop(): Promise<void> {
    await this.stream.close();
    await this.server.stop();
    await removePostgresData(join(this.folder, 'postgres'));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async reports(state: string): Promise<void> {
    await until(async () => {
      const [row] = await runSql(this.database.running.superuserUrl, 'SELECT state FROM pg_stat_replication');
      return row?.state === state;
    });
  }
}
