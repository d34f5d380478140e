import { CredentialHousekeeping, type HousekeepingDone } from '@governance/iam';
import { type Database, type PreparedStatement } from '@governance/postgres';
import { inLots, lot } from '../access/in-lots';
import { credentialIssuer } from './credential-row';
import { creationKeyLifeMs } from './creation-keys';

const deleteKeys = {
  name: 'delete-creation-keys',
  text: `DELETE FROM credential_creation_keys WHERE key_mac IN (
    SELECT key_mac FROM credential_creation_keys WHERE created_at <= $1 LIMIT ${lot})`,
};

/**
 * Deletes the revoked credentials of issuer $1. Until its key expires, a repeated creation returns the revoked credential. A
 * revoked credential of another issuer stays: it names the client that is left there.
 */
const deleteRevoked = {
  name: 'delete-revoked-credentials',
  text: `DELETE FROM m2m_credentials WHERE id IN (
    SELECT id FROM m2m_credentials AS credential
    WHERE state = 'revoked' AND ${credentialIssuer} = $1
      AND NOT EXISTS (SELECT FROM credential_intents WHERE credential_id = credential.id)
      AND NOT EXISTS (SELECT FROM credential_creation_keys WHERE credential_id = credential.id)
    LIMIT ${lot})`,
};

/**
 * A service identity is deleted with its last credential or trust rule, unless an admin has named it. Also finds leftovers of
 * crashes: rows without a reference. The policies of the table show this scope neither named ones nor those of trust rules.
 */
const deleteServiceIdentities = {
  name: 'delete-service-identities',
  text: `DELETE FROM service_identities WHERE id IN (
    SELECT id FROM service_identities AS identity
    WHERE NOT EXISTS (SELECT FROM m2m_credentials WHERE service_identity_id = identity.id)
    LIMIT ${lot})`,
};

/** Housekeeping in PostgreSQL. */
export class PostgresCredentialHousekeeping extends CredentialHousekeeping {
  constructor(private readonly database: Database) {
    super();
  }

  async removeOld({
    now,
    issuer,
  }: {
    readonly now: Date;
    readonly issuer: string;
  }): Promise<HousekeepingDone> {
    const before = new Date(now.getTime() - creationKeyLifeMs);
    const creationKeys = await this.inLots(deleteKeys, [before]);
    const revokedCredentials = await this.forgetRevoked(issuer);
    const serviceIdentities = await this.inLots(deleteServiceIdentities, []);
    return { creationKeys, revokedCredentials, serviceIdentities };
  }

  forgetRevoked(issuer: string): Promise<number> {
    return this.inLots(deleteRevoked, [issuer]);
  }

  private inLots(statement: PreparedStatement, values: readonly unknown[]): Promise<number> {
    return inLots(this.database, 'housekeeping', (query) => query(statement, values));
  }
}
