import { type CredentialDraft, type CredentialType, type M2mCredential } from '@governance/iam';

/** Columns of `m2m_credentials` as pg reads them. A credential has no client until its creation is finished. */
interface CredentialTable {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly type: CredentialType;
  readonly state: 'creating' | 'active' | 'revoked';
  readonly client_id: string;
  readonly service_identity_id: string;
  readonly created_at: Date;
  readonly last_rotated_at: Date;
  readonly expires_at: Date | null;
  readonly valid_for_days: number | null;
  readonly last_used_at: Date | null;
}

const finished = [
  'id',
  'org_id',
  'name',
  'type',
  'client_id',
  'service_identity_id',
  'created_at',
  'last_rotated_at',
  'expires_at',
  'valid_for_days',
  'last_used_at',
] as const satisfies readonly (keyof CredentialTable)[];

/** The columns of a credential whose creation is finished. */
export const credentialColumns = finished.join(', ');

export type CredentialRow = Pick<CredentialTable, (typeof finished)[number]>;

export type CredentialState = CredentialTable['state'];

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

export const insertCredential = {
  name: 'insert-credential',
  text: `
    INSERT INTO m2m_credentials (
      id, org_id, name, type, service_identity_id, created_at, last_rotated_at, expires_at, valid_for_days,
      key_thumbprint)
    VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9)`,
};

/** The parameters of `insertCredential`. */
export function credentialValues(
  draft: CredentialDraft,
  { orgId, now }: { readonly orgId: string; readonly now: Date },
): unknown[] {
  const { id, name, type, serviceIdentity, expiresAt, validForDays, keyThumbprint } = draft;
  return [id, orgId, name, type, serviceIdentity.id, now, expiresAt, validForDays, keyThumbprint];
}
