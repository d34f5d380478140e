import { CertificateHolderStore, type KnownHolder } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { type HolderRow, resultSeal } from '../result-row';

const selectHolder = {
  name: 'select-certificate-holder',
  text: `
    SELECT organization_name, name, proven_at, domain.credential, domain.credential_key_id
    FROM survey_results LEFT JOIN certificate_domains AS domain ON result_id = id WHERE id = $1`,
};

/** What holders have declared, sealed in the rows of their results, and the domains that they have proven. */
export class PostgresCertificateHolderStore extends CertificateHolderStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(resultId: string): Promise<KnownHolder> {
    const { rows } = await this.database.query<HolderRow>(selectHolder, [resultId]);
    return rows[0] ? this.holderOf(resultId, rows[0]) : {};
  }

  private holderOf(resultId: string, row: HolderRow): KnownHolder {
    const {
      organization_name: sealed,
      name,
      proven_at: provenAt,
      credential,
      credential_key_id: keyId,
    } = row;
    const seal = resultSeal('organization_name', resultId);
    return {
      ...(sealed && { organizationName: this.keyring.open(sealed, seal).toString('utf8') }),
      ...(name !== null &&
        provenAt !== null &&
        credential !== null &&
        keyId !== null && { domain: { name, provenAt, signed: { credential, keyId } } }),
    };
  }
}
