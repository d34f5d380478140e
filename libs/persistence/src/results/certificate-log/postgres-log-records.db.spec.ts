import { opened } from '@governance/testing';
import { openTestStores } from '../../../spec/fixtures';
import { PostgresLogRecords } from './postgres-log-records';

describe('the records of the certificate log', () => {
  const stores = opened(openTestStores);

  it('are those of the entries, in their order and in pages; an erased one says only that it was', async () => {
    await stores.sql('TRUNCATE certificate_log_records RESTART IDENTITY');
    await stores.sql(`
      INSERT INTO certificate_log_records (result_id, kind, credential_sha256, salt, entry)
      SELECT gen_random_uuid(), 'issued', sha256(convert_to(n::text, 'UTF8')), uuid_send(gen_random_uuid()), 6000 - n
      FROM generate_series(1, 6000) AS n`);
    await stores.sql(
      "INSERT INTO certificate_log_records (result_id, kind) VALUES (gen_random_uuid(), 'withdrawn')",
    );
    await stores.sql('UPDATE certificate_log_records SET salt = NULL WHERE entry = 1');
    const records = new PostgresLogRecords(stores.database);
    const first = await records.from(0);
    expect(first[0]).toMatchObject({
      entry: 0,
      kind: 'issued',
      credentialDigest: expect.any(Buffer) as unknown,
    });
    expect(first[1]).toEqual({ entry: 1, salt: undefined });
    const second = await records.from(first.length);
    expect(await records.from(6_000)).toEqual([]);
    expect([...first, ...second].map(({ entry }) => entry)).toEqual(
      Array.from({ length: 6_000 }, (_, entry) => entry),
    );
  });
});
