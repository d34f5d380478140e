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
 * The condition that the service identity `identity` exists. Without `is_kept` it ends at once with its last credential, even
 * while its row still exists.
 */
export const identityExists = `
  (is_kept OR EXISTS (SELECT FROM m2m_credentials WHERE service_identity_id = identity.id AND state = 'active'))`;
