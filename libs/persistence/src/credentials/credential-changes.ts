import {
  type Beginning,
  type ChangeBegun,
  credentialAt,
  type CredentialEdit,
  type EndOverlapIntent,
  IntentLost,
  type M2mCredential,
  type RenameIntent,
  type RevokeIntent,
  type RotateIntent,
  type RotationDraft,
} from '@governance/iam';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { type RunStatement } from '@governance/postgres';
import { auditOfHeld, lockActive, putIntent, releaseIntent, settle } from './credential-intents';
import { credentialColumns, credentialOf, type CredentialRow, lastFour } from './credential-row';

/** A rotation of a secret that the previous release has begun has neither thumbprint nor last four: its expiry stays. */
const finishRotation = {
  name: 'finish-rotation',
  text: `
    WITH held AS (${releaseIntent}),
    audited AS (${auditOfHeld('done')})
    UPDATE m2m_credentials
    SET last_rotated_at = $3,
      expires_at = CASE WHEN coalesce(new_thumbprint, new_last_four) IS NULL THEN expires_at ELSE new_expiry END,
      key_thumbprint = coalesce(new_thumbprint, key_thumbprint),
      secret_last_four = new_last_four,
      previous_last_four = CASE WHEN overlap_until IS NOT NULL THEN ${lastFour} END,
      previous_created_at = CASE WHEN overlap_until IS NOT NULL THEN last_rotated_at END,
      previous_expires_at = CASE WHEN overlap_until IS NOT NULL THEN least(overlap_until, expires_at, new_expiry) END
    FROM held WHERE id = credential_id AND state = 'active'
    RETURNING ${credentialColumns}`,
};

const finishEndOfOverlap = {
  name: 'finish-end-of-overlap',
  text: `
    WITH held AS (${releaseIntent}),
    audited AS (${auditOfHeld('done')})
    UPDATE m2m_credentials
    SET previous_last_four = NULL, previous_created_at = NULL, previous_expires_at = NULL
    FROM held WHERE id = credential_id AND state = 'active'
    RETURNING ${credentialColumns}`,
};

const abandon = {
  name: 'abandon-change',
  text: `
    WITH held AS (${releaseIntent}),
    audited AS (${auditOfHeld('abandoned')})
    SELECT credential_id FROM held`,
};

const auditOfChange = insertAuditRow({
  context: '$2::jsonb',
  at: '$3::timestamptz',
  orgId: 'org_id',
  target: 'id::text',
  outcome: 'done',
  from: 'changed',
});

const rename = {
  name: 'rename-credential',
  text: `
    WITH changed AS (UPDATE m2m_credentials SET name = $4, description = $5 WHERE id = $1 RETURNING id, org_id)
    ${auditOfChange}`,
};

const revoke = {
  name: 'revoke-credential',
  text: `
    WITH changed AS (UPDATE m2m_credentials SET state = 'revoked' WHERE id = $1 RETURNING id, org_id)
    ${auditOfChange}`,
};

const overrideIntent = {
  name: 'override-intent',
  text: `
    WITH overridden AS (
      DELETE FROM credential_intents WHERE credential_id = $1 RETURNING credential_id, org_id, audit)
    ${insertAuditRow({
      context: 'audit',
      at: '$2::timestamptz',
      orgId: 'org_id',
      target: 'credential_id::text',
      outcome: 'abandoned',
      from: 'overridden WHERE audit IS NOT NULL',
    })}`,
};

const forgetIntent = { name: 'forget-intent', text: releaseIntent };

/** Changes to existing credentials of one organization, within one transaction. */
export class CredentialChanges {
  constructor(
    private readonly query: RunStatement,
    private readonly orgId: string,
  ) {}

  async beginRotation(
    id: string,
    beginning: Beginning,
    rotation: RotationDraft | undefined,
  ): Promise<ChangeBegun<RotateIntent>> {
    const credential = await this.lock(id);
    if (!credential) return { kind: 'unknown' };
    const draft = { credentialId: id, orgId: this.orgId, issuer: credential.issuer, beginning };
    const intent = await putIntent(this.query, { ...draft, kind: 'rotate', rotation });
    if (!intent) return { kind: 'busy' };
    return { kind: 'begun', intent: { ...intent, clientId: credential.clientId }, credential };
  }

  async finishRotation({ credentialId, lease }: RotateIntent, now: Date): Promise<M2mCredential> {
    if (!(await this.lock(credentialId))) throw new IntentLost();
    return credentialOf(await settle<CredentialRow>(this.query, finishRotation, [credentialId, lease, now]));
  }

  async beginEndOfOverlap(id: string, beginning: Beginning): Promise<ChangeBegun<EndOverlapIntent>> {
    const credential = await this.lock(id);
    if (!credential || !credentialAt(credential, beginning.now).previous) return { kind: 'unknown' };
    const draft = { credentialId: id, orgId: this.orgId, issuer: credential.issuer, beginning };
    const intent = await putIntent(this.query, { ...draft, kind: 'end-overlap' });
    if (!intent) return { kind: 'busy' };
    return { kind: 'begun', intent: { ...intent, clientId: credential.clientId }, credential };
  }

  async finishEndOfOverlap({ credentialId, lease }: EndOverlapIntent, now: Date): Promise<M2mCredential> {
    if (!(await this.lock(credentialId))) throw new IntentLost();
    const values = [credentialId, lease, now];
    return credentialOf(await settle<CredentialRow>(this.query, finishEndOfOverlap, values));
  }

  async abandon({ credentialId, lease }: RotateIntent | EndOverlapIntent, now: Date): Promise<void> {
    await settle(this.query, abandon, [credentialId, lease, now]);
  }

  async rename(id: string, edit: CredentialEdit, beginning: Beginning): Promise<ChangeBegun<RenameIntent>> {
    const before = await this.lock(id);
    if (!before) return { kind: 'unknown' };
    const draft = { credentialId: id, orgId: this.orgId, issuer: before.issuer, beginning };
    const intent = await putIntent(this.query, { ...draft, kind: 'rename' });
    if (!intent) return { kind: 'busy' };
    const credential = edited(before, edit);
    const { clientId, name, description } = credential;
    await this.query(rename, [id, auditJson(beginning.audit), beginning.now, name, description]);
    return { kind: 'begun', intent: { ...intent, clientId, name }, credential };
  }

  async revoke(id: string, beginning: Beginning): Promise<ChangeBegun<RevokeIntent>> {
    const credential = await this.lock(id);
    if (!credential) return { kind: 'unknown' };
    await this.query(overrideIntent, [id, beginning.now]);
    const draft = { credentialId: id, orgId: this.orgId, issuer: credential.issuer, beginning };
    const intent = await putIntent(this.query, { ...draft, kind: 'revoke' });
    // The lock on the credential excludes any other intent.
    if (!intent) throw new Error(`the credential ${id} has another change`);
    await this.query(revoke, [id, auditJson(beginning.audit), beginning.now]);
    return { kind: 'begun', intent: { ...intent, clientId: credential.clientId }, credential };
  }

  async finishFollowUp({ credentialId, lease }: RenameIntent | RevokeIntent): Promise<void> {
    await settle(this.query, forgetIntent, [credentialId, lease]);
  }

  private lock(id: string): Promise<M2mCredential | undefined> {
    return lockActive(this.query, { id, orgId: this.orgId });
  }
}

function edited(credential: M2mCredential, { name, description }: CredentialEdit): M2mCredential {
  return {
    ...credential,
    name: name ?? credential.name,
    description: description === undefined ? credential.description : (description ?? undefined),
  };
}
