import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientMac, domainMacs, recipientMacs } from '../addresses/address-macs';
import { PostgresResultStore } from './postgres-result.store';
import { openTestStores, resultOf } from '../../spec/fixtures';

describe('PostgresResultStore', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
  });

  it('returns what it stores', async () => {
    const result = resultOf();
    await results.create(result, {});
    expect(await results.find(result.id)).toEqual(result);
  });

  it('gives verification the data of the certificate, without answers, address and notes', async () => {
    const result = resultOf();
    await results.create(result, { submitterEmail: 'assessor@example.com', notes: 'private' });

    const { id, createdAt, mode, rubric, outcome } = result;
    const { overallScore, tier, launchAllowed } = outcome;
    expect(await results.findVerifiable(id)).toEqual({
      id,
      createdAt,
      mode,
      overallScore,
      tier,
      launchAllowed,
      rubric,
    });
  });

  it('finds nothing under an unknown id', async () => {
    expect(await results.find(randomUUID())).toBeUndefined();
    expect(await results.findVerifiable(randomUUID())).toBeUndefined();
  });

  it('stores concurrent results, each with its own delivery', async () => {
    const all = Array.from({ length: 40 }, (_, number) => ({
      result: resultOf(),
      extras: number % 2 === 0 ? {} : { submitterEmail: `a${number}@example.com`, deliveryId: randomUUID() },
    }));
    await Promise.all(all.map(({ result, extras }) => results.create(result, extras)));

    expect(await Promise.all(all.map(({ result }) => results.find(result.id)))).toEqual(
      all.map(({ result }) => result),
    );
    const deliveries = await stores.sql('SELECT id, result_id FROM deliveries WHERE result_id = ANY ($1)', [
      all.map(({ result }) => result.id),
    ]);
    expect(new Map(deliveries.map(({ id, result_id: resultId }) => [id, resultId]))).toEqual(
      new Map(
        all.flatMap(({ result, extras }) => ('deliveryId' in extras ? [[extras.deliveryId, result.id]] : [])),
      ),
    );
  });

  it('stores the others when one of several concurrent results cannot be stored', async () => {
    const kept = resultOf();
    await results.create(kept, {});
    const all = [resultOf(), resultOf(), resultOf(), kept, resultOf()];
    const outcomes = await Promise.allSettled(all.map((result) => results.create(result, {})));
    expect(outcomes.map(({ status }) => status)).toEqual(
      all.map((result) => (result === kept ? 'rejected' : 'fulfilled')),
    );
    expect(await Promise.all(all.map(({ id }) => results.find(id)))).toEqual(all);
  });

  it('distinguishes results verified at the same time', async () => {
    const all = Array.from({ length: 20 }, () => resultOf());
    await Promise.all(all.map((result) => results.create(result, {})));
    const ids = all.flatMap(({ id }) => [id, randomUUID()]);
    const found = await Promise.all(ids.map((id) => results.findVerifiable(id)));
    expect(found.map((result) => result?.id)).toEqual(all.flatMap(({ id }) => [id, undefined]));
  });

  it('queues one delivery with the result, due at once', async () => {
    const result = resultOf();
    await results.create(result, { submitterEmail: 'assessor@example.com', deliveryId: randomUUID() });

    const rows = await stores.sql(
      'SELECT state, attempts, available_at FROM deliveries WHERE result_id = $1',
      [result.id],
    );
    expect(rows).toEqual([{ state: 'queued', attempts: 0, available_at: result.createdAt }]);
  });

  it('stores hashes of address, domain and client, for budgets and erasure', async () => {
    const result = resultOf();
    await results.create(result, {
      submitterEmail: 'Assessor+tag@Example.com',
      deliveryId: randomUUID(),
      clientAddress: '192.0.2.1',
    });

    const [kept] = await stores.sql(
      'SELECT submitter_email_mac, recipient_mac, domain_mac, client_mac FROM survey_results r JOIN deliveries ON result_id = r.id WHERE r.id = $1',
      [result.id],
    );
    const [recipient] = recipientMacs(stores.keyring, 'assessor@example.com');
    expect(kept).toEqual({
      submitter_email_mac: recipient,
      recipient_mac: recipient,
      domain_mac: domainMacs(stores.keyring, 'assessor@example.com')[0],
      client_mac: clientMac(stores.keyring, '192.0.2.1'),
    });
  });

  it('queues nothing for a result without an address', async () => {
    const result = resultOf();
    await results.create(result, { notes: 'no mail wanted' });
    expect(await stores.sql('SELECT id FROM deliveries WHERE result_id = $1', [result.id])).toEqual([]);
  });

  it('stores neither result nor delivery when one of them cannot be stored § V2.3.3', async () => {
    const deliveryId = randomUUID();
    await results.create(resultOf(), { submitterEmail: 'first@example.com', deliveryId });

    const second = resultOf();
    await expect(
      results.create(second, { submitterEmail: 'second@example.com', deliveryId }),
    ).rejects.toThrow();
    expect(await results.find(second.id)).toBeUndefined();
  });

  it('stores addresses and notes so that a dump without the keyring reveals neither', async () => {
    const result = resultOf();
    const extras = {
      submitterEmail: 'assessor@example.com',
      notes: 'private notes',
      deliveryId: randomUUID(),
    };
    await results.create(result, extras);

    const [kept] = await stores.sql(
      'SELECT submitter_email, notes, recipient FROM survey_results r JOIN deliveries d ON result_id = r.id WHERE r.id = $1',
      [result.id],
    );
    for (const value of Object.values(kept ?? {})) {
      expect(Buffer.isBuffer(value)).toBe(true);
      expect(String(value)).not.toMatch(/example|private/);
    }
    const context = { table: 'survey_results', column: 'notes', row: result.id };
    expect(stores.keyring.open(kept?.notes as Buffer, context).toString()).toBe('private notes');
  });
});
