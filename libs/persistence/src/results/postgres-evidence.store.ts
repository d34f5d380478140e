import { type Evidence, EvidenceStore } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type DeclaredRow, resultSeal } from './result-row';

const select = {
  name: 'select-evidence',
  text: 'SELECT evidence, organization_name FROM survey_results WHERE id = $1',
};

/** Evidence and declared names in the rows of their results. */
export class PostgresEvidenceStore extends EvidenceStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(resultId: string): Promise<Evidence | undefined> {
    const text = await this.open(resultId, 'evidence');
    return text === undefined ? undefined : (JSON.parse(text) as Evidence);
  }

  organizationNameOf(resultId: string): Promise<string | undefined> {
    return this.open(resultId, 'organization_name');
  }

  private async open(resultId: string, column: keyof DeclaredRow): Promise<string | undefined> {
    const { rows } = await this.database.query<DeclaredRow>(select, [resultId]);
    const sealed = rows[0]?.[column];
    if (!sealed) return undefined;
    return this.keyring.open(sealed, resultSeal(column, resultId)).toString('utf8');
  }
}
