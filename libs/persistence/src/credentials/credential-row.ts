import {
  type CredentialDraft,
  type CredentialType,
  type M2mCredential,
  type PreviousSecret,
} from '@governance/iam';
import { permissionsOf } from '../service-identities/service-identity-row';

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
  readonly ends_by: Date | null;
  readonly last_used_at: Date | null;
  readonly description: string | null;
  readonly previous_last_four: string | null;
  readonly previous_created_at: Date | null;
  readonly previous_expires_at: Date | null;
  readonly allowed_networks: readonly string[] | null;
  readonly key_thumbprint: string | null;
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
  'ends_by',
  'last_used_at',
  'description',
  'previous_last_four',
  'previous_created_at',
  'previous_expires_at',
  'allowed_networks',
  'key_thumbprint',
] as const satisfies readonly (keyof CredentialTable)[];

/** Permissions belong to the service identity, where a creation stores them once. */
const ofServiceIdentity = `
  (SELECT permissions FROM service_identities WHERE service_identities.id = service_identity_id) AS permissions`;

/**
 * The credential's issuer. A row of a release that recorded none belongs to the first managed issuer (ADR 38). Null only if no
 * program has recorded that one, and then it equals no issuer.
 */
export const credentialIssuer = 'coalesce(issuer, (SELECT first.issuer FROM first_managed_issuer AS first))';

/** Of the secret, or of the key's thumbprint. */
export const lastFour = 'coalesce(secret_last_four, right(key_thumbprint, 4))';

/** The columns of a credential whose creation is finished, with the permissions of its service identity. */
export const credentialColumns = `${finished.join(', ')}, ${credentialIssuer} AS issuer, ${lastFour} AS last_four, ${ofServiceIdentity}`;

export interface CredentialRow extends Pick<CredentialTable, (typeof finished)[number]> {
  readonly issuer: string | null;
  readonly last_four: string | null;
  readonly permissions: readonly string[];
}

export type CredentialState = CredentialTable['state'];

export function credentialOf(row: CredentialRow): M2mCredential {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    description: row.description ?? undefined,
    type: row.type,
    clientId: row.client_id,
    issuer: row.issuer ?? '',
    serviceIdentityId: row.service_identity_id,
    permissions: permissionsOf(row.permissions),
    createdAt: row.created_at,
    lastRotatedAt: row.last_rotated_at,
    expiresAt: row.expires_at ?? undefined,
    validForDays: row.valid_for_days ?? undefined,
    endsBy: row.ends_by ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    lastFour: row.last_four ?? undefined,
    kid: row.key_thumbprint ?? undefined,
    previous: previousOf(row),
    allowedNetworks: row.allowed_networks ?? undefined,
  };
}

function previousOf(row: CredentialRow): PreviousSecret | undefined {
  const { previous_created_at: createdAt, previous_expires_at: expiresAt } = row;
  if (createdAt === null || expiresAt === null) return undefined;
  return { lastFour: row.previous_last_four ?? undefined, createdAt, expiresAt };
}

export const insertCredential = {
  name: 'insert-credential',
  text: `
    INSERT INTO m2m_credentials (
      id, org_id, name, type, service_identity_id, created_at, last_rotated_at, expires_at, valid_for_days,
      key_thumbprint, description, secret_last_four, allowed_networks, issuer, ends_by)
    VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

/** The parameters of `insertCredential`. */
export function credentialValues(
  draft: CredentialDraft,
  { orgId, now }: { readonly orgId: string; readonly now: Date },
): unknown[] {
  const { id, name, type, serviceIdentity, expiresAt, validForDays, keyThumbprint } = draft;
  const { description, allowedNetworks } = draft;
  return [
    id,
    orgId,
    name,
    type,
    serviceIdentity.id,
    now,
    expiresAt,
    validForDays,
    keyThumbprint,
    description,
    draft.secretLastFour,
    allowedNetworks,
    draft.issuer,
    draft.endsBy,
  ];
}
