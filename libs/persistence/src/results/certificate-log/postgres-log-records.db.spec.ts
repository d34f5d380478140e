import { type LogRecord, type SurveyResult } from '@governance/assessments';
import { opened } from '@governance/testing';
import { noon, openTestStores, resultOf } from '../../../spec/fixtures';
import { PostgresResultStore } from '../postgres-result.store';
import { PostgresLogRecords } from './postgres-log-records';

/** What a signer, or a thief of its key, says of a result. */
function credentialOf({ id, createdAt, mode, rubric, outcome }: SurveyResult, changes: object = {}): string {
  const { overallScore, tier, launchAllowed } = outcome;
  const payload = {
    validFrom: createdAt.toISOString(),
    credentialSubject: {
      id: `urn:uuid:${id}`,
      selfAssessment: { mode, overallScore, tier, launchAllowed, rubric, ...changes },
    },
  };
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`;
}

describe('the records of the certificate log', () => {
  const stores = opened(openTestStores);
  let results: PostgresResultStore;
  let records: PostgresLogRecords;

  beforeAll(() => {
    results = new PostgresResultStore(stores.database, stores.keyring);
    records = new PostgresLogRecords(stores.database, stores.keyring);
  });
  beforeEach(async () => {
    await stores.sql('TRUNCATE certificate_log_records RESTART IDENTITY');
    await stores.sql('TRUNCATE survey_results CASCADE');
  });

  /** The log takes what triggers have recorded. */
  async function standings(): Promise<unknown[]> {
    await stores.sql('UPDATE certificate_log_records SET entry = id - 1');
    return (await records.from(0)).map((record) => (record as LogRecord).standing);
  }

  const certify = (id: string, credential: string): Promise<unknown> =>
    stores.sql(
      `UPDATE survey_results SET credential = $2, credential_key_id = 'key', status_list = 0,
         status_index = (SELECT coalesce(max(status_index), 0) + 1 FROM survey_results) WHERE id = $1`,
      [id, credential],
    );

  async function submitted(): Promise<SurveyResult> {
    const result = resultOf({ createdAt: new Date(noon.getTime() + 123) });
    await results.create(result, {});
    return result;
  }

  async function certified(): Promise<SurveyResult> {
    const result = await submitted();
    await certify(result.id, credentialOf(result));
    return result;
  }

  it('are those of the entries, in their order and in pages; an erased one says only that it was', async () => {
    await stores.sql(`
      INSERT INTO certificate_log_records (result_id, kind, credential_sha256, salt, entry)
      SELECT gen_random_uuid(), 'issued', sha256(convert_to(n::text, 'UTF8')), uuid_send(gen_random_uuid()), 600 - n
      FROM generate_series(1, 600) AS n`);
    await stores.sql(
      "INSERT INTO certificate_log_records (result_id, kind) VALUES (gen_random_uuid(), 'withdrawn')",
    );
    await stores.sql('UPDATE certificate_log_records SET salt = NULL WHERE entry = 1');
    const first = await records.from(0);
    expect(first[0]).toMatchObject({
      entry: 0,
      kind: 'issued',
      credentialDigest: expect.any(Buffer) as unknown,
    });
    expect(first[1]).toEqual({ entry: 1, salt: undefined });
    const second = await records.from(first.length);
    expect(await records.from(600)).toEqual([]);
    expect([...first, ...second].map(({ entry }) => entry)).toEqual(
      Array.from({ length: 600 }, (_, entry) => entry),
    );
  });

  it('are confirmed by what surfaces have stored, also after a rotation of the keyring', async () => {
    const { id } = await certified();
    await stores.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [id],
    );
    expect(await standings()).toEqual(['confirmed', 'confirmed']);
    const rotated = new PostgresLogRecords(stores.database, stores.rotateKeys());
    expect(await rotated.from(0)).toEqual(await records.from(0));
  });

  it.each<[string, string, (result: SurveyResult) => Promise<unknown>]>([
    [
      'a result that no surface has stored',
      'not_submitted',
      async () => {
        const invented = resultOf();
        await stores.sql(
          `INSERT INTO survey_results SELECT (jsonb_populate_record(stored, jsonb_build_object('id', $1::uuid, 'credential', NULL, 'credential_key_id', NULL, 'status_list', NULL, 'status_index', NULL))).* FROM survey_results AS stored`,
          [invented.id],
        );
        await certify(invented.id, credentialOf(invented));
      },
    ],
    [
      'a record of no result at all',
      'not_submitted',
      () =>
        stores.sql(
          `INSERT INTO certificate_log_records (result_id, kind, credential_sha256) VALUES (gen_random_uuid(), 'issued', sha256('x'))`,
        ),
    ],
    [
      'another score of a stored result, in its certificate',
      'other_result',
      (result) => certify(result.id, credentialOf(result, { overallScore: 100 })),
    ],
    [
      'an earlier date of a stored result, in its certificate',
      'other_result',
      (result) => certify(result.id, credentialOf({ ...result, createdAt: new Date('2026-01-01') })),
    ],
    [
      'another score, in both',
      'not_submitted',
      async ({ id, ...result }) => {
        const outcome = { ...result.outcome, overallScore: 100 };
        await stores.sql('UPDATE survey_results SET overall_score = 100 WHERE id = $1', [id]);
        await certify(id, credentialOf({ ...result, id, outcome }));
      },
    ],
    [
      'a certificate that is no longer withdrawn',
      'not_withdrawn',
      async ({ id }) => {
        await stores.sql(`UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused'`);
        await stores.sql(
          'UPDATE survey_results SET withdrawn_at = NULL, withdrawal_reason = NULL WHERE id = $1',
          [id],
        );
      },
    ],
    [
      'a result without its hash, as of an earlier release',
      'earlier_release',
      async (result) => {
        await stores.sql('UPDATE survey_results SET submission_mac = NULL');
        await certify(result.id, credentialOf(result, { a: 'new signature' }));
      },
    ],
  ])('name %s', async (...[, expected, attack]) => {
    const result = await certified();
    await attack(result);
    expect((await standings()).at(-1)).toBe(expected);
  });

  it('say that a former certificate of a domain is no longer stored', async () => {
    const result = await certified();
    await certify(result.id, credentialOf(result, { of: 'a domain' }));
    expect(await standings()).toEqual(['former_credential', 'confirmed']);
  });
});
