import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { preparePlace } from './postgres-data';
import { type PostgresServer } from './postgres-server';
import { withClient } from './with-client';

/** What the copy becomes when it starts: a standby that follows, or a server that recovers from an archive. */
export type CopyPurpose = 'standby' | 'recovery';

export interface PostgresCopy {
  /** Where `startPostgres` starts the copy. */
  readonly dataDirectory: string;
  readonly purpose: CopyPurpose;
  /** Parameters for the copy, such as `primary_conninfo`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Belong to the running server (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const notCopied = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_stat_tmp'];

/**
 * Copies the data of a running server without stopping it, by the functions that `pg_basebackup` uses. For binaries that come
 * without that program.
 */
export async function copyPostgres(server: PostgresServer, copy: PostgresCopy): Promise<void> {
  const place = preparePlace(resolve(copy.dataDirectory));
  const own = (path: string): string => join(place.cluster, path);
  writeFileSync(join(place.directory, 'password'), readFileSync(join(server.directory, 'password')));
  await withClient(server.superuserUrl, async (client) => {
    await client.query(`SELECT pg_backup_start('copy', true)`);
    copyFiles(join(server.directory, 'cluster'), place.cluster, notCopied);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(own('backup_label'), rows[0]?.labelfile ?? '');
  });
  for (const folder of notCopied.slice(2)) mkdirSync(own(folder), { mode: 0o700 });
  writeFileSync(own(`${copy.purpose}.signal`), '');
  const lines = Object.entries(copy.parameters).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  appendFileSync(own('postgresql.auto.conf'), lines.join(''));
  if (place.account) {
    const { uid, gid } = place.account;
    execFileSync('chown', ['-R', `${uid}:${gid}`, place.cluster]);
  }
}

/** A file that the server deletes meanwhile is not needed. */
function copyFiles(from: string, to: string, without: readonly string[] = []): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (without.includes(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFiles(source, target);
    else
      try {
        copyFileSync(source, target);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
  }
}
