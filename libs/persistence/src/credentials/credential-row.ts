import { type CredentialType, type M2mCredential } from '@governance/iam';

/** The columns that a credential is read from. */
export const credentialColumns = `
  id, org_id, name, type, client_id, service_identity_id, created_at, last_rotated_at, expires_at, valid_for_days,
  last_used_at`;

/** Of a credential whose creation is finished: before that it has no client. */
export interface CredentialRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly client_id: string;
  readonly service_identity_id: string;
  readonly created_at: Date;
  readonly last_rotated_at: Date;
  readonly expires_at: Date | null;
  readonly valid_for_days: number | null;
  readonly last_used_at: Date | null;
}

export function credentialOf(row: CredentialRow): M2mCredential {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    type: row.type,
    clientId: row.client_id,
    serviceIdentityId: row.service_identity_id,
    createdAt: row.created_at,
    lastRotatedAt: row.last_rotated_at,
    expiresAt: row.expires_at ?? undefined,
    validForDays: row.valid_for_days ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
