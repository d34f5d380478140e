import { type CreationBegun, type CreationKey, type M2mCredential } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type RunStatement } from '@governance/postgres';
import { tryLockKey } from '../key-lock';
import { credentialColumns, credentialOf, type CredentialRow, type CredentialState } from './credential-row';

/** How long a key names its creation. */
export const creationKeyLifeMs = 24 * 60 * 60 * 1_000;

/** A key used before a rotation of the keyring is found by its older hash. */
const selectKey = {
  name: 'select-creation-key',
  text: `
    SELECT body_mac, credential.*
    FROM credential_creation_keys AS key
    JOIN (SELECT state, ${credentialColumns} FROM m2m_credentials) AS credential ON credential.id = credential_id
    WHERE key_mac = ANY($1) AND key.org_id = $2 AND key.created_at > $3`,
};

/** A key is written again only after its first creation expired. */
const upsertKey = {
  name: 'upsert-creation-key',
  text: `
    INSERT INTO credential_creation_keys (key_mac, org_id, body_mac, credential_id, created_at)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (key_mac) DO UPDATE
    SET body_mac = excluded.body_mac, credential_id = excluded.credential_id, created_at = excluded.created_at`,
};

interface KnownRow extends CredentialRow {
  readonly body_mac: Buffer;
  readonly state: CredentialState;
}

interface KeyUse {
  readonly orgId: string;
  readonly now: Date;
}

/**
 * The idempotency keys of creations, within one transaction. A key belongs to its organization. Keys and bodies are stored
 * only as keyed hashes. An abandoned creation deletes its key.
 */
export class CreationKeys {
  constructor(
    private readonly query: RunStatement,
    private readonly keyring: Keyring,
  ) {}

  /** Locks the key until the end of the transaction. Undefined when no creation uses it. */
  async take({ key, body }: CreationKey, { orgId, now }: KeyUse): Promise<CreationBegun | undefined> {
    const keyMacs = this.keyring.macs(keyPurpose, keyIn(orgId, key));
    if (!(await tryLockKey(this.query, this.keyring.macForLock(keyPurpose, keyIn(orgId, key))))) {
      return { kind: 'running' };
    }
    const since = new Date(now.getTime() - creationKeyLifeMs);
    const { rows } = await this.query<KnownRow>(selectKey, [keyMacs, orgId, since]);
    const [row] = rows;
    if (row === undefined) return undefined;
    const sameBody = this.keyring.macs(bodyPurpose, body).some((mac) => mac.equals(row.body_mac));
    if (!sameBody) return { kind: 'other-body' };
    return row.state === 'creating'
      ? { kind: 'running' }
      : { kind: 'replayed', credential: credentialOf(row), isRevoked: row.state === 'revoked' };
  }

  async remember(
    { key, body }: CreationKey,
    { orgId, now, credentialId }: KeyUse & { readonly credentialId: M2mCredential['id'] },
  ): Promise<void> {
    const keyMac = this.keyring.mac(keyPurpose, keyIn(orgId, key));
    await this.query(upsertKey, [keyMac, orgId, this.keyring.mac(bodyPurpose, body), credentialId, now]);
  }
}

const keyPurpose = 'credential-creation-key';
const bodyPurpose = 'credential-creation-body';

function keyIn(orgId: string, key: string): string {
  return JSON.stringify([orgId, key]);
}
