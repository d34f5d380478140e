import { Database } from '@governance/postgres';
import { opened, urlAs } from '@governance/testing';
import { AttachingOrganization } from '../../spec/attaching-organization';
import { openTestStores } from '../../spec/fixtures';
import { PostgresDeclaredNames } from './postgres-declared-names';

describe('PostgresDeclaredNames', () => {
  const stores = opened(openTestStores);
  let worker: Database;
  let names: PostgresDeclaredNames;
  beforeAll(async () => {
    const url = await urlAs(stores.testDatabase.url, 'governance_platform_worker');
    worker = await Database.open({ url });
    names = new PostgresDeclaredNames(worker, stores.keyring);
  });
  afterAll(() => worker.close());

  it('finds clients of every organization by the names that results declare now, and repeats nothing', async () => {
    const organizations = [new AttachingOrganization(stores), new AttachingOrganization(stores)];
    const clients: string[] = [];
    for (const our of organizations) {
      const [older, newer] = [
        await our.submit({ organizationName: 'Acme Ltd' }),
        await our.submitAfter(1, { organizationName: 'Acme AG' }),
      ];
      await our.attach(newer.id);
      const { id } = await our.clientOf(newer.id);
      await our.attach(older.id, our.ours, id);
      await our.detach(newer.id);
      expect([await our.found('ltd'), await our.found('ag')]).toEqual([[], []]);
      clients.push(id);
    }
    expect([await names.index(), await names.index()]).toEqual([2, 0]);
    for (const [index, our] of organizations.entries())
      expect([await our.found('acme', 'ltd'), await our.found('ag')]).toEqual([[clients[index]], []]);
  });

  it('stores the words of clients that the migration has made', async () => {
    const our = new AttachingOrganization(stores);
    const { id } = await our.submit({ organizationName: 'Globex' });
    await our.attach(id);
    const client = await our.clientOf(id);
    await stores.sql('DELETE FROM org_client_words WHERE client_id = $1', [client.id]);
    await stores.sql(`UPDATE org_clients SET domain = 'globex.example', is_indexed = false WHERE id = $1`, [
      client.id,
    ]);
    expect(await names.index()).toBe(1);
    expect([await our.found('globex'), await our.found('example')]).toEqual([[client.id], [client.id]]);
  });
});
