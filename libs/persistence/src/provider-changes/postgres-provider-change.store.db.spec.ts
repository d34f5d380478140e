import { given } from '@governance/testing';
import { IntentLost, type ProviderChange, type ProviderIntent } from '@governance/iam';
import { beginningOf, beginRemoval, intentOf, removal } from '../../spec/provider-change-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresProviderChangeStore } from './postgres-provider-change.store';

describe('PostgresProviderChangeStore', () => {
  const stores = given(openTestStores);
  let store: PostgresProviderChangeStore;
  beforeAll(() => {
    store = new PostgresProviderChangeStore(stores.database);
  });
  afterEach(() => stores.sql('DELETE FROM provider_changes'));
  afterAll(() => stores.close());

  const events = (): Promise<Record<string, unknown>[]> =>
    stores.sql(`SELECT org_id, operation, target, outcome, reason, at FROM audit_trail ORDER BY id`);
  const claim = (): Promise<ProviderIntent | undefined> =>
    store.claimUnfinished({ now: laterBy(60_000), leaseUntil: laterBy(120_000) });

  it('turns a change into one event when its outcome is known', async () => {
    const before = (await events()).length;
    const beginning = beginningOf('acme');
    expect(await store.begin(removal, beginning)).toEqual({ kind: 'begun' });
    expect(await events()).toHaveLength(before);
    const intent = intentOf(removal, beginning);
    await store.finish(intent, { at: noon, outcome: 'done', reason: 'keys_unresolved' });
    const finishing = store.finish(intent, { at: noon, outcome: 'done', reason: undefined });
    await expect(finishing).rejects.toThrow(IntentLost);
    expect((await events()).slice(before)).toEqual([
      {
        org_id: 'acme',
        operation: 'connections:remove',
        target: 'con_1',
        outcome: 'done',
        reason: 'keys_unresolved',
        at: noon,
      },
    ]);
  });

  it('has one unfinished change of an object, in each organization', async () => {
    await beginRemoval(store, 'acme');
    expect(await beginRemoval(store, 'acme')).toEqual({ kind: 'busy' });
    expect(await beginRemoval(store, 'globex')).toEqual({ kind: 'begun' });
    expect(await store.begin(removal, beginningOf('acme', { target: 'con_2' }))).toEqual({ kind: 'begun' });
  });

  it('never delays a change of a member by another one', async () => {
    const change: ProviderChange = { kind: 'remove-member', memberId: 'ada' };
    for (let count = 0; count < 2; count += 1) {
      expect(await store.begin(change, beginningOf('acme', { target: 'ada' }))).toEqual({ kind: 'begun' });
    }
  });

  it('hands over a change whose lease has ended, and its former holder records nothing', async () => {
    const before = (await events()).length;
    const beginning = beginningOf('acme');
    await store.begin(removal, beginning);
    const next = beginningOf('acme', { now: laterBy(60_000), leaseUntil: laterBy(120_000) });
    const taken = await store.begin(removal, next);
    if (taken.kind !== 'left') throw new Error(taken.kind);
    expect(taken.intent).toMatchObject({ id: beginning.intentId, change: removal, orgId: 'acme' });
    expect(taken.intent.write).toMatchObject({ operation: 'connections:remove', target: 'con_1' });
    const former = intentOf(removal, beginning);
    const finishing = store.finish(former, { at: noon, outcome: 'done', reason: undefined });
    await expect(finishing).rejects.toThrow(IntentLost);
    await store.drop(former);
    await store.finish(taken.intent, { at: noon, outcome: 'abandoned', reason: undefined });
    expect((await events()).slice(before)).toMatchObject([{ outcome: 'abandoned' }]);
  });

  it('gives reconcilers the oldest change without a lease, each to one of them', async () => {
    await store.begin(removal, beginningOf('acme', { target: 'con_2', leaseUntil: laterBy(2_000) }));
    await store.begin(removal, beginningOf('globex', { leaseUntil: laterBy(1_000) }));
    await store.begin(removal, beginningOf('acme', { leaseUntil: laterBy(90_000) }));
    const claimed = await Promise.all([claim(), claim(), claim()]);
    expect(claimed.map((intent) => intent?.orgId).toSorted()).toEqual(['acme', 'globex', undefined]);
  });

  it('ends the lease of a change that was given up, and deletes a refused one', async () => {
    const [given, refused] = [beginningOf('acme'), beginningOf('acme', { target: 'con_2' })];
    await store.begin(removal, given);
    await store.begin(removal, refused);
    await store.giveUp(intentOf(removal, given), noon);
    await store.drop(intentOf(removal, refused));
    expect(await store.claimUnfinished({ now: noon, leaseUntil: laterBy(60_000) })).toMatchObject({
      id: given.intentId,
    });
    expect(await stores.sql('SELECT id FROM provider_changes')).toEqual([{ id: given.intentId }]);
  });
});
