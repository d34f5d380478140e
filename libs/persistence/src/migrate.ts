import { lockSession, ensureRoles, grantAccess, rolesOf } from '@governance/postgres';
import * as pg from 'pg';
import { DataSource } from 'typeorm';
import { surfaceAccess } from './access/surface-access';
import { migrations } from './migrations';

/**
 * Brings the database at `url` to the newest schema and gives the roles of the programs what they may use (ADR 21). `url` is
 * of the owner. Can be repeated. Processes that migrate at the same time wait for each other: the lock is held on a
 * connection of its own, since every migration runs in its own transaction. Returns the names of what was applied.
 * @throws `RolesMissing` when the owner may not make the roles, and then nothing has happened.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query(lockSession('platform-migrations'));
    await ensureRoles(lock, rolesOf(surfaceAccess));
    const applied = await applyMigrations(url);
    await grantAccess(lock, surfaceAccess);
    return applied;
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
