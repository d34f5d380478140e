import { type StoredTrustRule, type TrustRuleDraft } from '@governance/iam';
import { Column, namesOf, type RowOf } from '../column';
import { permissionsOf } from '../service-identities/service-identity-row';

/** Columns of `trust_rules` as pg reads them. A rule has no client until it is active. */
const active = {
  id: new Column<string>(),
  name: new Column<string>(),
  client_id: new Column<string>(),
  provider: new Column<string>(),
  service_identity_id: new Column<string>(),
  preset: new Column<StoredTrustRule['preset']>(),
  issuer: new Column<string>(),
  audience: new Column<string>(),
  subject: new Column<string | null>(),
  conditions: new Column<StoredTrustRule['conditions']>(),
  single_use: new Column<boolean>(),
  allowed_networks: new Column<readonly string[] | null>(),
  key_set: new Column<StoredTrustRule['keySet'] | null>(),
  created_at: new Column<Date>(),
  expires_at: new Column<Date | null>(),
  last_used_at: new Column<Date | null>(),
  revision: new Column<string | null>(),
};

/** With the permissions of its service identity. */
export const trustRuleColumns = `${namesOf(active)}, (
  SELECT permissions FROM service_identities WHERE service_identities.id = service_identity_id) AS permissions`;

export interface TrustRuleRow extends RowOf<typeof active> {
  readonly permissions: readonly string[];
}

export function trustRuleOf(row: TrustRuleRow): StoredTrustRule {
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    provider: row.provider,
    serviceIdentityId: row.service_identity_id,
    permissions: permissionsOf(row.permissions),
    preset: row.preset,
    issuer: row.issuer,
    audience: row.audience,
    subject: row.subject ?? undefined,
    conditions: row.conditions,
    singleUse: row.single_use,
    allowedNetworks: row.allowed_networks ?? undefined,
    keySet: row.key_set ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    revision: row.revision ?? undefined,
  };
}

export const insertTrustRule = {
  name: 'insert-trust-rule',
  text: `
    INSERT INTO trust_rules (
      id, org_id, name, provider, service_identity_id, preset, issuer, audience, subject, conditions, single_use,
      allowed_networks, key_set, created_at, expires_at, revision)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
};

/** The parameters of `insertTrustRule`. */
export function trustRuleValues(draft: TrustRuleDraft, orgId: string): unknown[] {
  return [
    draft.id,
    orgId,
    draft.name,
    draft.provider,
    draft.serviceIdentity.id,
    draft.preset,
    draft.issuer,
    draft.audience,
    draft.subject,
    JSON.stringify(draft.conditions),
    draft.singleUse,
    draft.allowedNetworks,
    draft.keySet && JSON.stringify(draft.keySet),
    draft.createdAt,
    draft.expiresAt,
    draft.revision,
  ];
}
