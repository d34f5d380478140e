import {
  type Beginning,
  type Intent,
  IntentLost,
  type M2mCredential,
  type RotationDraft,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { type QueryResultRow } from 'pg';
import { auditJson, insertAuditRow } from '../audit/audit-rows';
import { type PreparedStatement, type RunStatement } from '@governance/postgres';
import { credentialColumns, credentialOf, type CredentialRow } from './credential-row';
import { heldColumns, insertIntent } from './intent-row';

/** Every change of an existing credential locks its row first, then its intent, so that two changes never deadlock. */
const lockCredential = {
  name: 'lock-credential',
  text: `
    SELECT ${credentialColumns} FROM m2m_credentials
    WHERE id = $1 AND org_id = $2 AND state = 'active'
    FOR NO KEY UPDATE`,
};

/** Deletes the intent of credential $1 with lease $2: a CTE of the statement that finishes the change. */
export const releaseIntent = `
  DELETE FROM credential_intents WHERE credential_id = $1 AND lease = $2
  RETURNING ${heldColumns}`;

/** The audit row of a change that was begun earlier: `held` contains its context. $3 is the time. */
export function auditOfHeld(outcome: 'done' | 'abandoned'): string {
  return insertAuditRow({
    context: 'audit',
    at: '$3::timestamptz',
    orgId: 'held_in',
    target: 'credential_id::text',
    outcome,
    from: 'held',
  });
}

/** Locks an active credential until the end of the transaction. */
export async function lockActive(
  query: RunStatement,
  { id, orgId }: Pick<M2mCredential, 'id' | 'orgId'>,
): Promise<M2mCredential | undefined> {
  const { rows } = await query<CredentialRow>(lockCredential, [id, orgId]);
  return rows[0] && credentialOf(rows[0]);
}

/** The stored data of a change until it is finished. */
export interface IntentDraft<Kind extends Intent['kind']> {
  readonly kind: Kind;
  readonly credentialId: string;
  readonly orgId: string;
  readonly issuer: string;
  readonly beginning: Beginning;
  readonly rotation?: RotationDraft | undefined;
}

interface BegunIntent<Kind extends Intent['kind']> extends Pick<
  Intent,
  'id' | 'lease' | 'credentialId' | 'orgId' | 'issuer'
> {
  readonly kind: Kind;
}

/** Undefined when the credential has another unfinished change. */
export async function putIntent<Kind extends Intent['kind']>(
  query: RunStatement,
  { kind, credentialId, orgId, issuer, beginning, rotation }: IntentDraft<Kind>,
): Promise<BegunIntent<Kind> | undefined> {
  const { intentId: id, leaseUntil, audit } = beginning;
  const lease = randomUUID();
  const isAudited = kind === 'rename' || kind === 'revoke';
  const { rowCount } = await query(insertIntent, [
    credentialId,
    id,
    orgId,
    kind,
    lease,
    leaseUntil,
    isAudited ? null : auditJson(audit),
    rotation?.expiresAt,
    rotation?.keyThumbprint,
    rotation?.secretLastFour,
    rotation?.overlapUntil,
  ]);
  return rowCount === 1 ? { kind, id, lease, credentialId, orgId, issuer } : undefined;
}

/** Runs a statement that releases the intent as `held`, and returns its row. Rejects with `IntentLost` when there is none. */
export async function settle<Row extends QueryResultRow>(
  query: RunStatement,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row> {
  const { rows } = await query<Row>(statement, values);
  const [row] = rows;
  if (row === undefined) throw new IntentLost();
  return row;
}
