import {
  type Beginning,
  type CreateIntent,
  type CreationBegun,
  type CreationKey,
  type CredentialDraft,
  type M2mCredential,
  type SecretRule,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { createHash } from 'node:crypto';
import { type RunStatement } from '@governance/postgres';
import { lockKey } from '../key-lock';
import { lockServiceIdentity } from '../service-identities/service-identity-row';
import { CreationKeys } from './creation-keys';
import { auditOfHeld, putIntent, releaseIntent, settle } from './credential-intents';
import {
  credentialColumns,
  credentialOf,
  type CredentialRow,
  credentialValues,
  insertCredential,
} from './credential-row';

const insertServiceIdentity = {
  name: 'insert-service-identity',
  text: `INSERT INTO service_identities (id, org_id, name, permissions, created_at) VALUES ($1, $2, $3, $4, $5)`,
};

/**
 * Includes unfinished creations, because all of them may succeed, and service identities that stay without a credential:
 * otherwise an organization could collect any number of them. With the organization's policy for secrets.
 */
const countCredentials = {
  name: 'count-credentials',
  text: `
    SELECT (SELECT count(*) FROM m2m_credentials WHERE org_id = $1 AND state <> 'revoked')::int
      + (SELECT count(*) FROM service_identities AS identity
        WHERE org_id = $1 AND is_kept AND NOT EXISTS (
          SELECT FROM m2m_credentials WHERE service_identity_id = identity.id AND state <> 'revoked'))::int
      AS present,
      (SELECT client_secrets FROM credential_policies WHERE org_id = $1) AS secrets`,
};

/** Their order here is that of every change (docs/architecture.md, order of locks): the intent comes last. */
const lockCreated = [
  {
    name: 'lock-service-identity-of-creation',
    text: `
      SELECT FROM service_identities
      WHERE id = (SELECT service_identity_id FROM m2m_credentials WHERE id = $1) AND NOT is_ready FOR UPDATE`,
  },
  {
    name: 'lock-creation',
    text: `SELECT FROM m2m_credentials WHERE id = $1 AND state = 'creating' FOR UPDATE`,
  },
];

/** The credential's life starts here: `last_rotated_at` equals `created_at`. */
const finish = {
  name: 'finish-creation',
  text: `
    WITH held AS (${releaseIntent}),
    audited AS (${auditOfHeld('done')}),
    identity AS (
      UPDATE service_identities SET is_ready = true
      WHERE NOT is_ready AND id = (
        SELECT service_identity_id FROM m2m_credentials JOIN held ON credential_id = id))
    UPDATE m2m_credentials SET state = 'active', client_id = $4, created_at = $3, last_rotated_at = $3
    FROM held WHERE id = credential_id AND state = 'creating'
    RETURNING ${credentialColumns}`,
};

/** Deletes everything of the creation: credential, service identity and, by reference, the key. */
const abandon = {
  name: 'abandon-creation',
  text: `
    WITH held AS (${releaseIntent}),
    audited AS (${auditOfHeld('abandoned')}),
    gone AS (
      DELETE FROM m2m_credentials USING held WHERE id = credential_id AND state = 'creating'
      RETURNING service_identity_id),
    identity AS (
      DELETE FROM service_identities USING gone WHERE id = service_identity_id AND NOT is_ready)
    SELECT credential_id FROM held`,
};

interface CreationState {
  readonly present: number;
  readonly secrets: SecretRule | null;
}

/** Creations of one organization, within one transaction. */
export class CredentialCreation {
  constructor(
    private readonly query: RunStatement,
    private readonly orgId: string,
    /** The quota of the organization. */
    private readonly most: number,
  ) {}

  async begin(draft: CredentialDraft, beginning: Beginning): Promise<CreationBegun> {
    const { orgId, most } = this;
    const { present, secrets } = await this.stateAlone();
    if (draft.type === 'client_secret' && secrets === 'forbidden') return { kind: 'secrets-forbidden' };
    if (present >= most) return { kind: 'full', most };
    if (!(await this.insert(draft, beginning.now))) return { kind: 'no-identity' };
    const intent = await putIntent(this.query, {
      kind: 'create',
      credentialId: draft.id,
      orgId,
      issuer: draft.issuer,
      beginning,
    });
    if (!intent) throw new Error(`the credential ${draft.id} is being created already`);
    return { kind: 'begun', intent };
  }

  async beginOnce(
    draft: CredentialDraft,
    beginning: Beginning,
    { key, keyring }: { readonly key: CreationKey; readonly keyring: Keyring },
  ): Promise<CreationBegun> {
    const keys = new CreationKeys(this.query, keyring);
    const use = { orgId: this.orgId, now: beginning.now };
    const known = await keys.take(key, use);
    if (known !== undefined) return known;
    const begun = await this.begin(draft, beginning);
    if (begun.kind === 'begun') await keys.remember(key, { ...use, credentialId: draft.id });
    return begun;
  }

  async finish(
    { credentialId, lease }: CreateIntent,
    { clientId, now }: { readonly clientId: string; readonly now: Date },
  ): Promise<M2mCredential> {
    const values = [credentialId, lease, now, clientId];
    await this.lock(credentialId);
    return credentialOf(await settle<CredentialRow>(this.query, finish, values));
  }

  async abandon({ credentialId, lease }: CreateIntent, now: Date): Promise<void> {
    await this.lock(credentialId);
    await settle(this.query, abandon, [credentialId, lease, now]);
  }

  private async lock(credentialId: string): Promise<void> {
    for (const statement of lockCreated) await this.query(statement, [credentialId]);
  }

  /** Counts the credentials. Until the end of the transaction no other creation of the organization begins. */
  private async stateAlone(): Promise<CreationState> {
    await lockKey(this.query, createHash('sha256').update(`credential-quota ${this.orgId}`).digest());
    const { rows } = await this.query<CreationState>(countCredentials, [this.orgId]);
    return rows[0] ?? { present: 0, secrets: null };
  }

  /** False when the service identity no longer exists. */
  private async insert(draft: CredentialDraft, now: Date): Promise<boolean> {
    const { name, serviceIdentity } = draft;
    const { orgId } = this;
    if (serviceIdentity.kind === 'new') {
      const { id, permissions } = serviceIdentity;
      await this.query(insertServiceIdentity, [id, orgId, name, [...permissions], now]);
    } else {
      const { rowCount } = await this.query(lockServiceIdentity, [serviceIdentity.id, orgId]);
      if (rowCount === 0) return false;
    }
    await this.query(insertCredential, credentialValues(draft, { orgId, now }));
    return true;
  }
}
