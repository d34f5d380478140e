import { RuleViolation } from '@governance/kernel';
import { type Permission, permissions } from './permission';

/**
 * spec 2.10: `account-admin` manages access organization-wide and is a superset of `viewer`. Decisions 3: `client-manager` is
 * between them, and works with clients and results alone.
 */
export const roles = ['account-admin', 'client-manager', 'viewer'] as const;

export type Role = (typeof roles)[number];

/** spec 2.10: the roles that an invitation can give. The other one is given to members. */
export const invitedRoles = ['account-admin', 'viewer'] as const satisfies readonly Role[];

export type InvitedRole = (typeof invitedRoles)[number];

const ofViewers = ['self:profile:read', 'self:profile:write', 'self:organization:read'] as const;

const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  'account-admin': new Set(permissions),
  'client-manager': new Set<Permission>([
    ...ofViewers,
    'org:clients:read',
    'org:clients:write',
    'org:results:read',
    'org:results:write',
  ]),
  viewer: new Set<Permission>(ofViewers),
};

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return permissionsByRole[role];
}

/** Checks the role that a request gives to a member. Throws `RuleViolation`. */
export function checkRole(role: string): Role {
  if (isRole(role)) return role;
  throw new RuleViolation('role must be account-admin, client-manager or viewer');
}
