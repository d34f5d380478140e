import { setTimeout as delay } from 'node:timers/promises';
import * as pg from 'pg';
import { type DataSource, type Migration, type MigrationExecutor, type MigrationInterface } from 'typeorm';
import { ensureRoles } from './access/ensure-roles';
import { grantAccess } from './access/grant-access';
import { rolesOf, type SchemaAccess } from './access/schema-access';
import { type RunStatement } from './database';
import { type NamedLock } from './locks/advisory-locks';
import { tryLockSession } from './locks/lock-statements';
import { statementsOn, withOwnClient } from './own-connection';
import { SchemaMigration } from './schema-migration';

/**
 * Programs that need a table wait behind a migration that waits for it, and give up after two seconds. So the migration gives up
 * first, and repeats what it rolled back.
 */
const lockTimeoutMs = 1_000;
const lockNotAvailable = '55P03';
const attempts = 20;
const retryMs = 250;

export interface SchemaMigrations {
  /** Connects as the owner. */
  readonly url: string;
  /** Held while the schema is migrated. */
  readonly lock: NamedLock;
  /** The schema, which is created if missing, and the privileges of each role there. */
  readonly access: SchemaAccess;
  /** In the order of application. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** The table of the schema with the names of applied migrations. Default: `migrations`. */
  readonly table?: string;
  /** Names of migrations that another runner has applied: they are recorded and not applied again. */
  readonly appliedElsewhere?: (query: RunStatement) => Promise<readonly string[]>;
  /** Receives one line for each row of a report. */
  readonly report?: ((line: string) => void) | undefined;
}

/**
 * Migrates a schema and grants the programs' roles their privileges (ADR 21). Can be repeated. Concurrent migrations wait
 * for each other: a separate connection holds the lock, because every migration runs in its own transaction. Returns the
 * names of the applied migrations.
 * @throws `RolesMissing` when the owner may not create the roles. Nothing is changed then.
 */
export function migrateSchema(options: SchemaMigrations): Promise<string[]> {
  const { url, lock, access, appliedElsewhere } = options;
  return withOwnClient(url, async (client) => {
    await lockWithoutWaiting(client, lock);
    await ensureRoles(client, rolesOf(access));
    await ensureSchema(client, access.schema);
    const elsewhere = (await appliedElsewhere?.(statementsOn(client))) ?? [];
    const applied = await applyMigrations(options, elsewhere);
    await grantAccess(client, access);
    return applied;
  });
}

/** A session that waits in a statement would be waited for by the build of an index (`CREATE INDEX CONCURRENTLY`). */
async function lockWithoutWaiting(client: pg.Client, lock: NamedLock): Promise<void> {
  const isHeld = async (): Promise<boolean> => {
    const { rows } = await client.query<{ locked: boolean }>(tryLockSession(lock));
    return rows[0]?.locked === true;
  };
  while (!(await isHeld())) await delay(retryMs);
}

/** Checks first, so that a role that may not create schemas can migrate an existing one. */
async function ensureSchema(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
}

interface Runner {
  readonly dataSource: DataSource;
  readonly executor: MigrationExecutor;
}

async function applyMigrations(
  { url, access, migrations, table = 'migrations', report }: SchemaMigrations,
  elsewhere: readonly string[],
): Promise<string[]> {
  // Loaded only for `migrate`: in other programs TypeORM would cost 20 MB and startup time.
  const typeorm = await import('typeorm');
  const dataSource = new typeorm.DataSource({
    type: 'postgres',
    driver: pg,
    url,
    schema: access.schema,
    migrations: [...migrations],
    migrationsTableName: table,
    migrationsTransactionMode: 'each',
    installExtensions: false,
    extra: { lock_timeout: lockTimeoutMs },
  });
  await dataSource.initialize();
  try {
    const runner = { dataSource, executor: new typeorm.MigrationExecutor(dataSource) };
    await record(runner, elsewhere);
    return await applyPending(runner, report);
  } finally {
    await dataSource.destroy();
  }
}

async function record({ dataSource, executor }: Runner, elsewhere: readonly string[]): Promise<void> {
  if (elsewhere.length === 0) return;
  // Also creates the table.
  await dataSource.showMigrations();
  for (const migration of await executor.getPendingMigrations()) {
    if (elsewhere.includes(migration.name)) await executor.insertMigration(migration);
  }
}

async function applyPending(
  { dataSource, executor }: Runner,
  report: SchemaMigrations['report'],
): Promise<string[]> {
  const pending = await executor.getPendingMigrations();
  try {
    await repeatedForLocks(() => dataSource.runMigrations());
    return pending.map(({ name }) => name);
  } finally {
    // A failed migration does not roll back earlier ones, which are reported once.
    const left = (await executor.getPendingMigrations()).map(({ name }) => name);
    for (const migration of pending) {
      if (!left.includes(migration.name)) await reportOn(dataSource, migration, report);
    }
  }
}

async function repeatedForLocks(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === lockNotAvailable;
      if (!isLocked || attempt === attempts) throw error;
      await delay(retryMs);
    }
  }
}

async function reportOn(
  dataSource: DataSource,
  { name, instance }: Migration,
  report: SchemaMigrations['report'],
): Promise<void> {
  if (!(instance instanceof SchemaMigration) || instance.report === undefined) return;
  const rows = await dataSource.query<Record<string, unknown>[]>(instance.report);
  for (const row of rows) report?.(`${name}: ${JSON.stringify(row)}`);
}
