import { createTestDatabase, given } from '@governance/testing';
import { Database, type RunStatement } from './database';

describe('two transactions that lock rows in opposite orders', () => {
  const testDatabase = given(() => createTestDatabase({ migrate: () => Promise.resolve() }));
  let database: Database;

  beforeAll(async () => {
    database = await Database.open({ url: testDatabase.url });
    await database.query('CREATE TABLE counters (id integer PRIMARY KEY, value integer NOT NULL)');
  });
  beforeEach(() => database.query('TRUNCATE counters'));
  beforeEach(() => database.query('INSERT INTO counters VALUES (1, 0), (2, 0)'));
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const add = (query: RunStatement, id: number): Promise<unknown> =>
    query('UPDATE counters SET value = value + 1 WHERE id = $1', [id]);

  /** Each has its first row before either asks for its second. */
  function meet(): { readonly run: (first: number) => Promise<void>; readonly attempts: number[] } {
    const attempts: number[] = [];
    let arrived = 0;
    let letPass = (): void => undefined;
    const bothAreThere = new Promise<void>((resolve) => (letPass = resolve));
    const run = (first: number): Promise<void> =>
      database.inTransaction(async (query) => {
        attempts.push(first);
        await add(query, first);
        arrived += 1;
        if (arrived === 2) letPass();
        await bothAreThere;
        await add(query, 3 - first);
      });
    return { run, attempts };
  }

  it('both take effect, once', async () => {
    const { run, attempts } = meet();
    await Promise.all([run(1), run(2)]);
    expect(attempts.length).toBeGreaterThan(2);
    expect((await database.query('SELECT value FROM counters')).rows).toEqual([{ value: 2 }, { value: 2 }]);
  });

  it('are tried three times, and other failures once', async () => {
    let attempts = 0;
    const failing = (code: string): Promise<void> =>
      database.inTransaction(async (query) => {
        attempts += 1;
        await query(`DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`);
      });
    await expect(failing('40001')).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(3);
    await expect(failing('23505')).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(4);
  });
});
