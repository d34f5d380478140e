import {
  type CredentialDraft,
  type CredentialType,
  type M2mCredential,
  type PreviousSecret,
} from '@governance/iam';
import { Column, namesOf, type RowOf } from '../column';
import { permissionsOf } from '../service-identities/service-identity-row';

/** Columns of `m2m_credentials` as pg reads them. A credential has no client until its creation is finished. */
const finished = {
  id: new Column<string>(),
  org_id: new Column<string>(),
  name: new Column<string>(),
  type: new Column<CredentialType>(),
  client_id: new Column<string>(),
  service_identity_id: new Column<string>(),
  created_at: new Column<Date>(),
  last_rotated_at: new Column<Date>(),
  expires_at: new Column<Date | null>(),
  valid_for_days: new Column<number | null>(),
  ends_by: new Column<Date | null>(),
  last_used_at: new Column<Date | null>(),
  description: new Column<string | null>(),
  previous_last_four: new Column<string | null>(),
  previous_created_at: new Column<Date | null>(),
  previous_expires_at: new Column<Date | null>(),
  allowed_networks: new Column<readonly string[] | null>(),
  key_thumbprint: new Column<string | null>(),
};

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
export const credentialColumns = `${namesOf(finished)}, ${credentialIssuer} AS issuer, ${lastFour} AS last_four, ${ofServiceIdentity}`;

export interface CredentialRow extends RowOf<typeof finished> {
  readonly issuer: string | null;
  readonly last_four: string | null;
  readonly permissions: readonly string[];
}

export type CredentialState = 'creating' | 'active' | 'revoked';

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
