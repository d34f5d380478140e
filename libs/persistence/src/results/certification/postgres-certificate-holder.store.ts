import { type CertificateHolder, CertificateHolderStore } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type HolderRow, resultSeal } from '../result-row';

const selectHolder = {
  name: 'select-certificate-holder',
  text: `SELECT organization_name FROM survey_results WHERE id = $1`,
};

/** What holders have declared, sealed in the rows of their results. */
export class PostgresCertificateHolderStore extends CertificateHolderStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(resultId: string): Promise<CertificateHolder> {
    const { rows } = await this.database.query<HolderRow>(selectHolder, [resultId]);
    const sealed = rows[0]?.organization_name;
    if (!sealed) return {};
    const seal = resultSeal('organization_name', resultId);
    return { organizationName: this.keyring.open(sealed, seal).toString('utf8') };
  }
}
