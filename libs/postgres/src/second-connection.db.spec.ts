import { createTestDatabase, given } from '@governance/testing';
import { Database } from './database';

describe('the work of a transaction', () => {
  const refusal = 'a transaction asked for a second connection';
  const testDatabase = given(() => createTestDatabase({ migrate: () => Promise.resolve() }));
  let database: Database;

  beforeAll(async () => {
    database = await Database.open({ url: testDatabase.url, poolSize: 1 });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a statement of its own', () => database.query('SELECT 1')],
    ['another transaction', () => database.inTransaction((query) => query('SELECT 1'))],
    ['a connection', () => database.connect()],
  ])('gets no second connection for %s, even if one is free', async (_, ask) => {
    const work = database.inTransaction(async (query) => {
      await query('SELECT 1');
      await ask();
    });
    await expect(work).rejects.toThrow(refusal);
  });

  it('runs beside other work, and before later work of the same caller', async () => {
    const count = (): Promise<unknown> => database.inTransaction((query) => query('SELECT 1'));
    await Promise.all([count(), database.query('SELECT 1'), count()]);
    await database.query('SELECT 1');
  });
});
