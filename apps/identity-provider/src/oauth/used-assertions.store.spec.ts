import { Database } from '@governance/postgres';
import { given } from '@governance/testing';
import { openStores } from '../../e2e/support/identity-server';
import { UsedAssertionsStore } from './used-assertions.store';

describe('used assertions', () => {
  const stored = given(openStores);
  let database: Database;
  let used: UsedAssertionsStore;

  beforeAll(async () => {
    database = await Database.open({ url: stored.databaseUrl });
    used = new UsedAssertionsStore(database);
  });
  afterAll(async () => {
    await database.close();
    await stored.drop();
  });

  it('count once, also twice in one statement', async () => {
    // The first has a statement of its own, and all others share the next.
    const uses = ['a', 'b', 'b', 'c', 'a'].map((id) => used.use(id, 60));
    expect(await Promise.all(uses)).toEqual([true, true, false, true, false]);
    expect(await used.use('c', 60)).toBe(false);
    expect([await used.isUsed('c'), await used.isUsed('d')]).toEqual([true, false]);
  });

  it('count again after they have expired', async () => {
    expect(await used.use('brief', -600)).toBe(true);
    expect(await used.isUsed('brief')).toBe(false);
    expect(await used.use('brief', 60)).toBe(true);
    expect(await used.use('brief', 60)).toBe(false);
  });
});
