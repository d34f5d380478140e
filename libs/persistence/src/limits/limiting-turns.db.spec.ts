import { opened } from '@governance/testing';
import { emailBudgets } from '@governance/deliveries';
import { randomUUID } from 'node:crypto';
import { noon, openTestStores, resultOf } from '../../spec/fixtures';
import { domainMacs, recipientMacs } from '../addresses/address-macs';
import { PostgresResultStore } from '../results/postgres-result.store';
import { limitingTurns } from './limiting-turns';

describe('the query for the limiting turns', () => {
  const stores = opened(openTestStores);

  it('reads a few index entries per budget for any number of rows', async () => {
    const { id: resultId, ...result } = resultOf();
    await new PostgresResultStore(stores.database, stores.keyring).create({ ...result, id: resultId }, {});
    await stores.sql(
      `INSERT INTO deliveries (
         id, kind, result_id, created_at, available_at, recipient_mac, domain_mac, client_mac, state, admitted_at, waiting_for)
       SELECT gen_random_uuid(), 'completion', $2, $1, $1, m, m, m, CASE WHEN sent THEN 'sent' ELSE 'queued' END,
         CASE WHEN sent THEN $1::timestamptz - n * interval '10 seconds' END, CASE WHEN NOT sent THEN m END
       FROM generate_series(1, 20000) AS n,
         LATERAL (SELECT sha256((n % 2000)::text::bytea) AS m, n % 2 = 0 AS sent) AS made`,
      [noon, resultId],
    );
    await stores.sql('ANALYZE deliveries');
    const { text } = limitingTurns(emailBudgets());
    const hashes = [
      recipientMacs(stores.keyring, 'a@example.com'),
      domainMacs(stores.keyring, 'a@example.com'),
    ];
    const plan = await stores.sql(`EXPLAIN ${text}`, [randomUUID(), randomUUID(), noon, ...hashes]);
    const lines = plan.map((row) => String(row['QUERY PLAN'])).join('\n');

    expect(lines).not.toContain('Seq Scan');
    for (const index of [
      'pkey',
      'admitted_by_recipient_mac',
      'admitted_by_client_mac',
      'admitted',
      'waiting',
    ])
      expect(lines).toContain(`using deliveries_${index} on`);
  });
});
