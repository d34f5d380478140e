import { createTestDatabase, runSql, type TestDatabase } from '@governance/testing';
import { migrateIdentity } from './migrate-identity';
import { migrations } from './migrations';

const names = migrations.map(({ name }) => name);
const formerNames = migrations.map((Migration) => new Migration().formerName);

async function createEmpty(): Promise<void> {
  // The database has no schema yet.
}

/** Migrates like the first runner of this app: runs every statement and stores the name in its own table. */
async function migrateAsBefore(url: string): Promise<void> {
  await runSql(url, 'CREATE SCHEMA identity');
  await runSql(
    url,
    `CREATE TABLE identity.migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())`,
  );
  for (const Migration of migrations) {
    const { changes, formerName } = new Migration();
    for (const statement of changes) await runSql(url, statement);
    await runSql(url, 'INSERT INTO identity.migrations (name) VALUES ($1)', [formerName]);
  }
}

describe('migrateIdentity', () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  const namesIn = async (table: string): Promise<unknown[]> => {
    const rows = await runSql(database.url, `SELECT name FROM identity.${table} ORDER BY ctid`);
    return rows.map(({ name }) => name);
  };

  it('gives an empty database everything, and then nothing again', async () => {
    database = await createTestDatabase({ migrate: createEmpty });
    expect(await migrateIdentity(database.url)).toEqual(names);
    expect(await migrateIdentity(database.url)).toEqual([]);
    expect(await namesIn('schema_migrations')).toEqual(names);
  });

  it('lets three processes migrate one empty database at the same time', async () => {
    database = await createTestDatabase({ migrate: createEmpty });
    const { url } = database;
    const applied = await Promise.all([migrateIdentity(url), migrateIdentity(url), migrateIdentity(url)]);
    expect(applied.flat()).toEqual(names);
    expect(await namesIn('schema_migrations')).toEqual(names);
  });

  it('applies nothing to a database that the former runner has migrated, however often', async () => {
    database = await createTestDatabase({ migrate: migrateAsBefore });
    const lines: string[] = [];
    for (let times = 0; times < 2; times++) {
      expect(await migrateIdentity(database.url, (line) => lines.push(line))).toEqual([]);
      expect(await namesIn('schema_migrations')).toEqual(names);
    }
    expect(lines).toEqual([]);
    expect(await namesIn('migrations')).toEqual(formerNames);
  });

  it('completes the transfer after an interruption', async () => {
    database = await createTestDatabase({ migrate: migrateAsBefore });
    await migrateIdentity(database.url);
    await runSql(database.url, 'DELETE FROM identity.schema_migrations WHERE id > 2');
    expect(await migrateIdentity(database.url)).toEqual([]);
    expect(await namesIn('schema_migrations')).toEqual(names);
  });

  it('leaves the names where the former runner looks for them, so that it applies nothing after a return', async () => {
    database = await createTestDatabase({ migrate: createEmpty });
    await migrateIdentity(database.url);
    expect(await namesIn('migrations')).toEqual(formerNames);
  });
});
