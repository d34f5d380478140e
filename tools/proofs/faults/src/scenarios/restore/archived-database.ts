import {
  copyPostgres,
  type PostgresServer,
  removePostgresData,
  runSql,
  startPostgres,
  temporaryFolder,
  until,
} from '@governance/testing';
import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseServer } from '../../system/database-server';

/** Backups of the database of a run, as docs/operations.md has them: copies of its files, and an archive of its log. */
export class ArchivedDatabase {
  private restored: PostgresServer | undefined;

  private constructor(
    private readonly database: DatabaseServer,
    private readonly folder: string,
  ) {}

  /** From now on everything that is written is archived. Restarts the server. */
  static async of(database: DatabaseServer): Promise<ArchivedDatabase> {
    const folder = temporaryFolder('backup');
    const archived = new ArchivedDatabase(database, folder);
    const { directory, superuserUrl } = database.running;
    const { uid, gid } = statSync(directory);
    mkdirSync(archived.archive, { mode: 0o700 });
    chownSync(archived.archive, uid, gid);
    const command = `test ! -f ${archived.archive}/%f && cp %p ${archived.archive}/%f`;
    await runSql(superuserUrl, `ALTER SYSTEM SET archive_mode = 'on'`);
    await runSql(superuserUrl, `ALTER SYSTEM SET archive_command = '${command}'`);
    await database.crash();
    await database.restart();
    return archived;
  }

  /** A mistake that only a restore shows: the server believes that everything is archived. */
  async pretendToArchive(): Promise<void> {
    const { superuserUrl } = this.database.running;
    await runSql(superuserUrl, `ALTER SYSTEM SET archive_command = '/bin/true'`);
    await runSql(superuserUrl, 'SELECT pg_reload_conf()');
  }

  /** A copy of the files, while the server works. */
  async backUp(): Promise<void> {
    await copyPostgres(this.database.running, {
      dataDirectory: this.base,
      purpose: 'recovery',
      // A restored server has an archive of its own.
      parameters: { restore_command: `cp ${this.archive}/%f %p`, archive_mode: 'off' },
    });
  }

  /** Archives the last segment of the log, which is not full. Without this, `archive_timeout` bounds what can be lost. */
  async archiveAll(): Promise<void> {
    const { superuserUrl } = this.database.running;
    const [last] = await runSql(superuserUrl, 'SELECT pg_walfile_name(pg_switch_wal()) AS segment');
    await until(async () => {
      const [row] = await runSql(superuserUrl, 'SELECT last_archived_wal AS segment FROM pg_stat_archiver');
      return String(row?.segment) >= String(last?.segment);
    });
  }

  /** The server and its data are gone. What was copied is started at another place and port, and recovers. */
  async restore(): Promise<void> {
    const { running } = this.database;
    await running.stop();
    await removePostgresData(running.directory);
    const server = await startPostgres({ dataDirectory: this.base, durable: true });
    this.restored = server;
    await until(async () => {
      const [row] = await runSql(server.superuserUrl, 'SELECT pg_is_in_recovery() AS recovers');
      return row?.recovers === false;
    });
    this.database.replaceBy(server);
  }

  async remove(): Promise<void> {
    await this.restored?.stop();
    await removePostgresData(this.base);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get archive(): string {
    return join(this.folder, 'archive');
  }

  private get base(): string {
    return join(this.folder, 'base');
  }
}

/** The number of rows of each table, of both schemas. */
export async function rowCounts({ running }: DatabaseServer): Promise<Readonly<Record<string, number>>> {
  const tables = await runSql(
    running.superuserUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const table = String(name);
    const [row] = await runSql(running.superuserUrl, `SELECT count(*)::integer AS rows FROM ${table}`);
    counts[table] = Number(row?.rows);
  }
  return counts;
}
