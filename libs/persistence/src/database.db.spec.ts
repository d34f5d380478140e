import { StoreUnavailable } from '@governance/kernel';
import { freePort, opened, runSql } from '@governance/testing';
import { Database } from '@governance/postgres';
import { migrate } from './migrate';
import { migrations } from './migrations';
import { openTestStores } from '../spec/fixtures';

describe('Database', () => {
  const stores = opened(openTestStores);

  it('survives the loss of every connection and serves the next statement', async () => {
    await stores.database.ping();
    await stores.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()',
    );
    await stores.database.ping().catch((error: unknown) => {
      expect(error).toBeInstanceOf(StoreUnavailable);
    });
    await stores.database.ping();
  });

  it('reports a locked row as an outage before the caller’s deadline', async () => {
    const blocker = await stores.database.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE deliveries');
    const blocked = stores.database.query({ name: 'blocked', text: 'SELECT id FROM deliveries' });
    await expect(blocked).rejects.toThrow(StoreUnavailable);
    await blocker.query('ROLLBACK');
    blocker.release();
  });

  it('distinguishes a wrong statement from an outage', async () => {
    const mistaken = stores.database.query({ name: 'mistaken', text: 'SELECT nothing FROM nowhere' });
    await expect(mistaken).rejects.toThrow('nowhere');
    await expect(mistaken).rejects.not.toThrow(StoreUnavailable);
  });

  it('refuses to open without a server', async () => {
    const url = `postgres://unknown@127.0.0.1:${await freePort()}/none`;
    await expect(Database.open({ url })).rejects.toThrow(StoreUnavailable);
  });
});

describe('migrate', () => {
  const stores = opened(openTestStores);

  it('applies nothing to a database with the newest schema', async () => {
    expect(await migrate(stores.testDatabase.url)).toEqual([]);
  });

  it('lets several processes migrate one empty database at the same time', async () => {
    await stores.sql('DROP SCHEMA public CASCADE');
    await stores.sql('CREATE SCHEMA public');
    await stores.database.close();

    const { url } = stores.testDatabase;
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);

    expect(applied.flat()).toEqual(migrations.map(({ name }) => name));
    expect(await runSql(url, 'SELECT count(*)::int AS migrations FROM migrations')).toEqual([
      { migrations: migrations.length },
    ]);
  });
});
