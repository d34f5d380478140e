import { IssuerKeyStore, type IssuerPublicKey } from '@governance/assessments';
import { type Database } from '@governance/postgres';

const publishKeys = {
  name: 'publish-issuer-keys',
  text: `
    INSERT INTO issuer_keys (kid, public_jwk, published_at)
    SELECT key ->> 'kid', key, $2 FROM jsonb_array_elements($1::jsonb) AS key ORDER BY key ->> 'kid'
    ON CONFLICT (kid) DO NOTHING`,
};

const selectKeys = {
  name: 'select-issuer-keys',
  text: `SELECT public_jwk FROM issuer_keys ORDER BY published_at DESC, kid`,
};

/** Public keys, which are never deleted. */
export class PostgresIssuerKeyStore extends IssuerKeyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async publish(keys: readonly IssuerPublicKey[], at: Date): Promise<void> {
    await this.database.query(publishKeys, [JSON.stringify(keys), at]);
  }

  async all(): Promise<IssuerPublicKey[]> {
    const { rows } = await this.database.query<{ public_jwk: IssuerPublicKey }>(selectKeys);
    return rows.map(({ public_jwk: key }) => key);
  }
}
