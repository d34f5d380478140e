import { type KeyedCreation, type SubmissionKey } from '@governance/assessments';
import { given, until } from '@governance/testing';
import { laterBy, noon, openTestStores, resultOf } from '../../spec/fixtures';
import { PostgresResultStore } from './postgres-result.store';

const dayMs = 24 * 60 * 60 * 1_000;
const first: SubmissionKey = { key: 'a key of the client', body: 'one', clientAddress: '192.0.2.1' };
const elsewhere: SubmissionKey = { ...first, clientAddress: '198.51.100.1' };

describe('submission keys', () => {
  const stores = given(openTestStores);
  let results: PostgresResultStore;

  beforeEach(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
  });
  afterEach(() => stores.sql('TRUNCATE idempotency_keys, deliveries, survey_results CASCADE'));
  afterAll(() => stores.close());

  async function submit(key: SubmissionKey, at = noon): Promise<{ id: string; creation: KeyedCreation }> {
    const result = resultOf({ createdAt: at });
    return { id: result.id, creation: await results.createOnce(result, {}, key) };
  }

  async function created(key: SubmissionKey, at = noon): Promise<string> {
    const { id, creation } = await submit(key, at);
    expect(creation).toEqual({ kind: 'created' });
    return id;
  }

  it('name one result for the same body, from any client', async () => {
    const resultId = await created(first);
    expect((await submit(first)).creation).toEqual({ kind: 'replayed', resultId });
    expect((await submit(elsewhere)).creation).toEqual({ kind: 'replayed', resultId });
  });

  it('are bound to one body for the client that used them, and free for another client', async () => {
    await created(first);
    expect((await submit({ ...first, body: 'two' })).creation).toEqual({ kind: 'other-body' });

    const resultId = await created({ ...elsewhere, body: 'two' });
    expect((await submit({ ...elsewhere, body: 'two' })).creation).toEqual({ kind: 'replayed', resultId });
    expect((await submit({ ...elsewhere, body: 'three' })).creation).toEqual({ kind: 'other-body' });
    expect((await submit({ ...first, body: 'two' })).creation).toEqual({ kind: 'replayed', resultId });
    expect((await submit(first)).creation).toMatchObject({ kind: 'replayed' });
  });

  it('create one result for many clients that send the same concurrently', async () => {
    const clients = Array.from({ length: 20 }, (_, index) => `192.0.2.${index}`);
    const settled = await Promise.all(clients.map((clientAddress) => submit({ ...first, clientAddress })));
    const kinds = settled.map(({ creation }) => creation.kind).toSorted();
    expect(kinds).toEqual(['created', ...Array<string>(19).fill('replayed')]);
    expect(await stores.sql('SELECT count(*)::int FROM survey_results')).toEqual([{ count: 1 }]);
  });

  it('count as running only for their client during the first submission', async () => {
    const blocker = await stores.database.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE survey_results IN SHARE MODE');
    const running = submit(first);
    const blocked = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'relation' AND datname = current_database()`;
    await until(async () => (await stores.sql(blocked)).length > 0);

    expect((await submit(first)).creation).toEqual({ kind: 'running' });
    expect((await submit({ ...first, body: 'two' })).creation).toEqual({ kind: 'running' });
    const others = [submit(elsewhere), submit({ ...elsewhere, clientAddress: '203.0.113.1', body: 'two' })];
    await blocker.query('ROLLBACK');
    blocker.release();

    const { id: resultId } = await running;
    const [same, another] = await Promise.all(others);
    expect(same?.creation).toEqual({ kind: 'replayed', resultId });
    expect(another?.creation).toEqual({ kind: 'created' });
  });

  it('expire after 24 hours, each use separately', async () => {
    await created(first);
    const later = await created({ ...elsewhere, body: 'two' }, laterBy(1));
    await created({ ...first, body: 'three' }, laterBy(dayMs));
    expect((await submit({ ...elsewhere, body: 'two' }, laterBy(dayMs))).creation).toEqual({
      kind: 'replayed',
      resultId: later,
    });
    await created({ ...elsewhere, body: 'two' }, laterBy(1 + dayMs));
  });

  it('are valid after a rotation of the keyring', async () => {
    const resultId = await created(first);
    results = new PostgresResultStore(stores.database, stores.rotateKeys());
    expect((await submit(elsewhere)).creation).toEqual({ kind: 'replayed', resultId });
    expect((await submit({ ...first, body: 'two' })).creation).toEqual({ kind: 'other-body' });
  });

  it('are compatible with the previous release, which stores the key alone', async () => {
    const resultId = await created(first);
    const known = await stores.sql('SELECT result_id, body_mac FROM idempotency_keys WHERE key_mac = $1', [
      stores.keyring.mac('idempotency-key', first.key),
    ]);
    expect(known).toEqual([
      { result_id: resultId, body_mac: stores.keyring.mac('idempotency-body', first.body) },
    ]);

    await stores.sql('DELETE FROM idempotency_keys WHERE key_mac <> $1', [
      stores.keyring.mac('idempotency-key', first.key),
    ]);
    expect((await submit(elsewhere)).creation).toEqual({ kind: 'replayed', resultId });
  });
});
