import { RuleViolation } from '@governance/kernel';
import { type Caller } from '../caller/caller';
import { serviceIdentityPermissions } from '../caller/permission';
import { isRole, permissionsOfRole, type Role } from '../caller/role';
import { type Connection } from '../connections/connection-directory.port';

/** The role that an invitation names. Throws `RuleViolation`. */
export function checkInvitedRole(role: string): Role {
  if (isRole(role)) return role;
  throw new RuleViolation('role must be account-admin or viewer');
}

/**
 * The connection that an invitation is pinned to, among those of the inviter's organization. Throws `RuleViolation`:
 * the same for one that is unknown, disabled or another organization's.
 */
export function checkPinnedConnection(id: string, connections: readonly Connection[]): string {
  if (connections.some((connection) => connection.id === id && connection.enabled)) return id;
  throw new RuleViolation('connection_id must name an enabled connection of this organization');
}

/**
 * Whether an inviter may give a role: nobody gives more than they hold, and a machine, which is never asked for a second
 * factor, makes no account-admin. What people may do with their own profile is no gift.
 */
export function coversRole(inviter: Pick<Caller, 'kind' | 'permissions'>, role: Role): boolean {
  if (inviter.kind === 'machine' && role === 'account-admin') return false;
  return [...serviceIdentityPermissions(permissionsOfRole(role))].every((permission) =>
    inviter.permissions.has(permission),
  );
}
