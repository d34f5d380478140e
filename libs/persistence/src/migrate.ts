import { lockSession } from '@governance/advisory-locks';
import * as pg from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from './migrations';

/**
 * Brings the database at `url` to the newest schema; nothing happens when it is there. Processes that migrate at the
 * same time wait for each other: the lock is held on a connection of its own, since every migration runs in its own
 * transaction. Returns the names of what was applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query(lockSession('platform-migrations'));
    return await applyMigrations(url);
  } finally {
    await lock.end();
  }
}

async function applyMigrations(url: string): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    migrations,
    migrationsTransactionMode: 'each',
    installExtensions: false,
  });
  await dataSource.initialize();
  try {
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
