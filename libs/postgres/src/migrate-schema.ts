import * as pg from 'pg';
import { type DataSource, type Migration, type MigrationExecutor, type MigrationInterface } from 'typeorm';
import { ensureRoles } from './access/ensure-roles';
import { grantAccess } from './access/grant-access';
import { rolesOf, type SchemaAccess } from './access/schema-access';
import { type RunStatement } from './database';
import { type NamedLock } from './locks/advisory-locks';
import { lockSession } from './locks/lock-statements';
import { statementsOn, withOwnClient } from './own-connection';
import { SchemaMigration } from './schema-migration';

export interface SchemaMigrations {
  /** Of the owner. */
  readonly url: string;
  /** Held while the schema is migrated. */
  readonly lock: NamedLock;
  /** The schema, which is created if missing, and what each role may do there. */
  readonly access: SchemaAccess;
  /** In the order in which they are applied. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** The table of the schema that holds the names of what was applied; `migrations` when absent. */
  readonly table?: string;
  /** Names of what another runner has applied: it is recorded, and not applied again. */
  readonly appliedElsewhere?: (query: RunStatement) => Promise<readonly string[]>;
  /** Told one line for each row of a report. */
  readonly report?: ((line: string) => void) | undefined;
}

/**
 * Brings a schema to its newest state and gives the roles of the programs what they may use (ADR 21). Can be repeated.
 * Processes that migrate at the same time wait for each other: the lock is held on a connection of its own, since every
 * migration runs in its own transaction. Returns the names of what was applied.
 * @throws `RolesMissing` when the owner may not make the roles, and then nothing has happened.
 */
export function migrateSchema(options: SchemaMigrations): Promise<string[]> {
  const { url, lock, access, appliedElsewhere } = options;
  return withOwnClient(url, async (client) => {
    await client.query(lockSession(lock));
    await ensureRoles(client, rolesOf(access));
    await ensureSchema(client, access.schema);
    const elsewhere = (await appliedElsewhere?.(statementsOn(client))) ?? [];
    const applied = await applyMigrations(options, elsewhere);
    await grantAccess(client, access);
    return applied;
  });
}

/** Asks first: who may not create schemas can still migrate one that exists. */
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
  // Loaded for `migrate` alone: in programs that serve requests TypeORM would take 20 MB and a part of the start.
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
  // Makes the table, too.
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
    const applied = await dataSource.runMigrations();
    return applied.map(({ name }) => name);
  } finally {
    // One that fails does not undo those before it, and they are reported once.
    const left = (await executor.getPendingMigrations()).map(({ name }) => name);
    for (const migration of pending) {
      if (!left.includes(migration.name)) await reportOn(dataSource, migration, report);
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
