import { type Permission, permissions } from './permission';

/** spec 2.10: `account-admin` manages access organization-wide and is a superset of `viewer`. */
export const roles = ['account-admin', 'viewer'] as const;

export type Role = (typeof roles)[number];

const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  'account-admin': new Set(permissions),
  viewer: new Set<Permission>(['self:profile:read', 'self:profile:write', 'self:organization:read']),
};

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return permissionsByRole[role];
}
