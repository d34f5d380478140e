import { createTestDatabase, given, runSql } from '@governance/testing';
import { migrateSchema } from './migrate-schema';
import { SchemaMigration } from './schema-migration';

class Shelves1700000000000 extends SchemaMigration {
  readonly name = 'Shelves1700000000000';
  readonly statements = [
    'CREATE TABLE library.shelves (id int PRIMARY KEY)',
    'INSERT INTO library.shelves VALUES (1), (2)',
  ];
  override readonly report = 'SELECT id FROM library.shelves ORDER BY id';
}

class Books1700000000001 extends SchemaMigration {
  static works = false;
  readonly name = 'Books1700000000001';
  readonly statements = [
    'CREATE TABLE library.books (id int PRIMARY KEY)',
    Books1700000000001.works ? 'SELECT 1' : 'SELECT nothing FROM nowhere',
  ];
}

async function createEmpty(): Promise<void> {
  // The database has no schema yet.
}

describe('migrateSchema', () => {
  const database = given(() => createTestDatabase({ migrate: createEmpty }));
  const lines: string[] = [];

  afterAll(() => database.drop());

  const migrate = (): Promise<string[]> =>
    migrateSchema({
      url: database.url,
      lock: 'identity-migrations',
      access: {
        schema: 'library',
        tables: { shelves: { governance_identity: { SELECT: 'all' } } },
        sequences: {},
        functions: {},
        scopePolicies: {},
      },
      migrations: [Shelves1700000000000, Books1700000000001],
      report: (line) => lines.push(line),
    });
  const names = (): Promise<unknown> => runSql(database.url, 'SELECT name FROM library.migrations');

  it('keeps and reports what was applied before a migration that fails, and nothing of that one', async () => {
    await expect(migrate()).rejects.toThrow('nowhere');
    expect(lines.splice(0)).toEqual(['Shelves1700000000000: {"id":1}', 'Shelves1700000000000: {"id":2}']);
    expect(await names()).toEqual([{ name: 'Shelves1700000000000' }]);
    expect(await runSql(database.url, `SELECT to_regclass('library.books') AS books`)).toEqual([
      { books: null },
    ]);
  });

  it('goes on from there and reports nothing twice', async () => {
    Books1700000000001.works = true;
    expect(await migrate()).toEqual(['Books1700000000001']);
    expect(await migrate()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('gives the roles what is decided, and takes away all else', async () => {
    await runSql(database.url, 'GRANT DELETE ON library.shelves TO governance_identity');
    await migrate();
    const [rights] = await runSql(
      database.url,
      `SELECT has_table_privilege('governance_identity', 'library.shelves', 'SELECT') AS reads,
         has_table_privilege('governance_identity', 'library.shelves', 'DELETE') AS deletes,
         has_table_privilege('governance_identity', 'library.books', 'SELECT') AS others`,
    );
    expect(rights).toEqual({ reads: true, deletes: false, others: false });
  });
});
