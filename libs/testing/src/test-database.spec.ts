import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { startTestCluster, type TestCluster } from './test-cluster';
import { createTestDatabase } from './test-database';
import { withClient } from './with-client';

function query(url: string, sql: string): Promise<unknown[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
}

describe('createTestDatabase', () => {
  let own: TestCluster;
  let cluster: TestCluster;
  let migrations: number;

  const migrate = async (url: string) => {
    migrations += 1;
    await query(url, 'CREATE TABLE item (name text)');
  };

  beforeAll(async () => {
    own = await startTestCluster(undefined);
  });

  beforeEach(async () => {
    migrations = 0;
    cluster = await startTestCluster(own.url);
    process.env.TEST_DATABASE_URL = cluster.url;
    process.env.TEST_DATABASE_PREFIX = cluster.prefix;
  });

  afterEach(() => cluster.stop());
  afterAll(() => own.stop());

  it('gives every file a database of its own, migrated once for all', async () => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => createTestDatabase({ migrate })));
    const [first, second] = databases;
    await query(first?.url ?? '', `INSERT INTO item VALUES ('only here')`);
    expect(await query(first?.url ?? '', 'SELECT name FROM item')).toEqual([{ name: 'only here' }]);
    expect(await query(second?.url ?? '', 'SELECT name FROM item')).toEqual([]);
    expect(migrations).toBe(1);
  });

  it('migrates again for another schema', async () => {
    await createTestDatabase({ migrate });
    const migrateOther = async (url: string) => {
      await query(url, 'CREATE TABLE other ()');
    };
    const other = await createTestDatabase({ migrate: migrateOther });
    expect(await query(other.url, 'SELECT FROM other')).toEqual([]);
  });

  it('has the schema of a newer release instead, where its programs are named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'newer-release-'));
    const programs = ['first', 'second'].map((table) => {
      const file = join(folder, `${table}.cjs`);
      const lines = [
        `const { Client } = require(${JSON.stringify(require.resolve('pg'))});`,
        `const client = new Client({ connectionString: process.env.DATABASE_OWNER_URL });`,
        `client.connect().then(() => client.query('CREATE TABLE ${table} ()')).then(() => client.end());`,
      ];
      writeFileSync(file, lines.join('\n'));
      return file;
    });
    process.env.TEST_MIGRATE_PROGRAMS = programs.join(delimiter);
    try {
      const { url } = await createTestDatabase({ migrate });
      expect(await query(url, 'SELECT FROM first, second')).toEqual([]);
      expect(migrations).toBe(0);
    } finally {
      delete process.env.TEST_MIGRATE_PROGRAMS;
      rmSync(folder, { recursive: true });
    }
  });

  it('leaves nothing of a migration that failed', async () => {
    let fails = true;
    const mayFail = async (url: string) => {
      await query(url, 'CREATE TABLE item (name text)');
      if (fails) throw new Error('the migration failed');
    };
    await expect(createTestDatabase({ migrate: mayFail })).rejects.toThrow('the migration failed');
    fails = false;
    const database = await createTestDatabase({ migrate: mayFail });
    expect(await query(database.url, 'SELECT name FROM item')).toEqual([]);
  });

  it('waits for a session that looks at the template for longer than PostgreSQL waits', async () => {
    let lingering: Client | undefined;
    const database = createTestDatabase({
      migrate: async (url) => {
        lingering = new Client({ connectionString: url });
        await lingering.connect();
        setTimeout(() => void lingering?.end(), 5_500);
      },
    });
    expect(await query((await database).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('drops a database that is in use', async () => {
    const database = await createTestDatabase({ migrate });
    const user = new Client({ connectionString: database.url });
    const ended = new Promise((resolve) => user.on('error', resolve));
    await user.connect();
    await database.drop();
    await ended;
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });

  it('leaves a server that is not its own running, without the databases of the run', async () => {
    await createTestDatabase({ migrate });
    await cluster.stop();
    const names = await query(own.url, 'SELECT datname FROM pg_database ORDER BY datname');
    expect(names).toEqual([{ datname: 'postgres' }, { datname: 'template0' }, { datname: 'template1' }]);
  });

  it('says what is missing where no server was set up', async () => {
    delete process.env.TEST_DATABASE_URL;
    await expect(createTestDatabase({ migrate })).rejects.toThrow('configuration "database"');
  });
});
