import {
  type Certification,
  CertificationStore,
  type CertifiedResult,
  statusEntryOf,
  type StatusEntry,
  type SurveyResult,
} from '@governance/assessments';
import { type Database } from '@governance/postgres';
import {
  certificationColumns,
  certificationOfRow,
  type CertificationRow,
  resultColumns,
  resultOfRow,
  type ResultRow,
} from '../result-row';

const selectUncertified = {
  name: 'select-uncertified',
  text: `
    SELECT ${resultColumns} FROM survey_results
    WHERE credential IS NULL AND withdrawn_at IS NULL ORDER BY created_at LIMIT $1`,
};

const takeNumbers = {
  name: 'take-certificate-numbers',
  text: `SELECT nextval('certificate_numbers')::integer AS number FROM generate_series(1, $1)`,
};

/** Workers may try the same results: the first credential stays. Rows are locked in one order, which avoids deadlocks. */
const keepCredentials = {
  name: 'keep-credentials',
  text: `
    WITH certified AS (
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::integer[])
        AS made (id, credential, key_id, list, index)),
    free AS (
      SELECT id FROM survey_results
      WHERE id = ANY($1) AND credential IS NULL AND withdrawn_at IS NULL ORDER BY id FOR NO KEY UPDATE)
    UPDATE survey_results AS result
    SET credential = certified.credential, credential_key_id = certified.key_id,
      status_list = certified.list, status_index = certified.index
    FROM free JOIN certified USING (id)
    WHERE result.id = free.id`,
};

const selectCertification = {
  name: 'select-certification',
  text: `
    SELECT ${certificationColumns} FROM survey_results WHERE id = $1 AND credential IS NOT NULL`,
};

/** Credentials in the rows of their results. */
export class PostgresCertificationStore extends CertificationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async uncertified(limit: number): Promise<SurveyResult[]> {
    const { rows } = await this.database.query<ResultRow>(selectUncertified, [limit]);
    return rows.map(resultOfRow);
  }

  async takeStatusEntries(count: number): Promise<StatusEntry[]> {
    const { rows } = await this.database.query<{ number: number }>(takeNumbers, [count]);
    return rows.map(({ number }) => statusEntryOf(number));
  }

  async keep(certified: readonly CertifiedResult[]): Promise<void> {
    const values = certified.map(({ certification }) => certification);
    await this.database.query(keepCredentials, [
      certified.map(({ resultId }) => resultId),
      values.map(({ credential }) => credential),
      values.map(({ keyId }) => keyId),
      values.map(({ status }) => status.list),
      values.map(({ status }) => status.index),
    ]);
  }

  async find(resultId: string): Promise<Certification | undefined> {
    const { rows } = await this.database.query<CertificationRow>(selectCertification, [resultId]);
    return rows[0] && certificationOfRow(rows[0]);
  }
}
