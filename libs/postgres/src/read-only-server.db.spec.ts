import { StoreUnavailable } from '@governance/kernel';
import { createTestDatabase, given, withSetting } from '@governance/testing';
import { Database, type RunStatement } from './database';

/** What an address leads to during a failover: a standby, or a former primary that only reads. */
describe('a server that is read-only', () => {
  const testDatabase = given(() => createTestDatabase({ migrate: () => Promise.resolve() }));
  let database: Database;

  beforeAll(async () => {
    database = await Database.open({ url: testDatabase.url, poolSize: 1 });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  async function sessionOf(query: RunStatement): Promise<unknown> {
    return (await query('SELECT pg_backend_pid() AS pid')).rows[0];
  }

  it('keeps a program from starting', async () => {
    const url = withSetting(testDatabase.url, { name: 'default_transaction_read_only', value: 'on' });
    await expect(Database.open({ url })).rejects.toThrow(StoreUnavailable);
  });

  it('is an outage when it refuses a write, and its connection is left', async () => {
    const before = await sessionOf(database.query);
    const write = database.inTransaction(async (query) => {
      await query('SET TRANSACTION READ ONLY');
      await query('CREATE TABLE written ()');
    });
    await expect(write).rejects.toThrow(StoreUnavailable);
    expect(await sessionOf(database.query)).not.toEqual(before);
  });

  it('does not cost the connection of a transaction that failed for another reason', async () => {
    const before = await sessionOf(database.query);
    const mistake = database.inTransaction((query) => query('SELECT 1 / 0'));
    await expect(mistake).rejects.toThrow(/division by zero/);
    expect(await sessionOf(database.query)).toEqual(before);
  });
});
