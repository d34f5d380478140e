import { type Evidence, EvidenceStore } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type EvidenceRow, resultSeal } from './result-row';

const selectEvidence = {
  name: 'select-evidence',
  text: `SELECT evidence FROM survey_results WHERE id = $1 AND evidence IS NOT NULL`,
};

/** Evidence in the rows of its results. */
export class PostgresEvidenceStore extends EvidenceStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(resultId: string): Promise<Evidence | undefined> {
    const { rows } = await this.database.query<EvidenceRow>(selectEvidence, [resultId]);
    const sealed = rows[0]?.evidence;
    if (!sealed) return undefined;
    return JSON.parse(
      this.keyring.open(sealed, resultSeal('evidence', resultId)).toString('utf8'),
    ) as Evidence;
  }
}
