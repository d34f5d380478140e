import { RuleViolation } from '@governance/kernel';
import { type Caller } from '../caller/caller';
import { serviceIdentityPermissions } from '../caller/permission';
import { type InvitedRole, invitedRoles, permissionsOfRole, type Role } from '../caller/role';
import { type Connection } from '../connections/connection-directory.port';
import { type InvitationStatus, type StoredInvitation } from './invitation';
import { type OfferState } from './invitation-gateway.port';

/** Checks the role that a request invites to. Throws `RuleViolation`. */
export function checkInvitedRole(role: string): InvitedRole {
  const known = invitedRoles.find((each) => each === role);
  if (known !== undefined) return known;
  throw new RuleViolation('role must be account-admin or viewer');
}

/**
 * Checks the connection that an invitation is pinned to, against those of the inviter's organization. Throws the same
 * `RuleViolation` for an unknown, a disabled and another organization's connection.
 */
export function checkPinnedConnection(id: string, connections: readonly Connection[]): string {
  if (connections.some((connection) => connection.id === id && connection.enabled)) return id;
  throw new RuleViolation('connection_id must name an enabled connection of this organization');
}

/**
 * Whether a caller may give a role: only permissions that the caller has, and never `account-admin` by a machine, which is
 * never asked for a second factor. Permissions for one's own profile do not count.
 */
export function coversRole(caller: Pick<Caller, 'kind' | 'permissions'>, role: Role): boolean {
  if (caller.kind === 'machine' && role === 'account-admin') return false;
  return [...serviceIdentityPermissions(permissionsOfRole(role))].every((permission) =>
    caller.permissions.has(permission),
  );
}

/**
 * The status of an invitation. `offer` is undefined when the provider does not know the invitation: it is offered when its mail
 * is prepared, or it can no longer be accepted, because its connection was removed or its mail was cancelled.
 */
export function invitationStatus(
  { isReplaced, isMailWaiting, expiresAt }: StoredInvitation,
  { offer, now }: { readonly offer: OfferState | undefined; readonly now: Date },
): InvitationStatus {
  if (offer === 'accepted') return 'accepted';
  const isLost = offer === undefined && !isMailWaiting;
  if (isReplaced || isLost || offer === 'withdrawn') return 'revoked';
  return expiresAt <= now ? 'expired' : 'pending';
}
