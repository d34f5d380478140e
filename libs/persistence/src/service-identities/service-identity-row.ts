import { type Permission, permissions } from '@governance/iam';

/** Columns of `service_identities` as pg reads them. */
export interface ServiceIdentityRow {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Names of a later release are unknown to this one, and grant nothing. */
export function permissionsOf(names: readonly string[]): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => names.includes(permission)));
}

/**
 * The condition that the service identity `identity` exists. Without `is_kept` it ends at once with its last credential or trust
 * rule, even while its row still exists.
 */
export const identityExists = `
  (is_kept
    OR EXISTS (SELECT FROM m2m_credentials WHERE service_identity_id = identity.id AND state = 'active')
    OR EXISTS (SELECT FROM trust_rules WHERE service_identity_id = identity.id AND state = 'active'))`;

/** The lock excludes a deletion until the end of the transaction. */
export const lockServiceIdentity = {
  name: 'lock-service-identity',
  text: `
    SELECT FROM service_identities AS identity WHERE id = $1 AND org_id = $2 AND ${identityExists}
    FOR KEY SHARE`,
};

/** An identity that is not ready is deleted when the creation of its first credential is abandoned. */
export const insertReadyIdentity = {
  name: 'insert-ready-service-identity',
  text: `
    INSERT INTO service_identities (id, org_id, name, permissions, is_ready, created_at)
    VALUES ($1, $2, $3, $4, true, $5)`,
};
