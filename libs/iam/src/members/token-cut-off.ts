import { type Caller } from '../caller/caller';
import { permissionsOfRole, type Role } from '../caller/role';

/** A user in an organization, as named in access tokens. */
export interface TokenHolder {
  readonly issuer: string;
  readonly subject: string;
  readonly orgId: string;
}

/** Users of one issuer in one organization. */
export interface TokenHolders extends Omit<TokenHolder, 'subject'> {
  readonly subjects: readonly string[];
}

/** Access that a user has lost since their tokens were issued. */
export interface TokenCutOff {
  /**
   * Tokens issued before this time are not valid: the user was removed, or all sessions of the user have ended. Newer tokens
   * belong to a new sign-in, or to a user who was invited again.
   */
  readonly removedAt: Date | undefined;
  /** Tokens issued before this time are limited to this role. */
  readonly roleChange: { readonly at: Date; readonly role: Role } | undefined;
}

/**
 * The caller of a token issued at `iat` (seconds since 1970) after a cut-off; undefined when the token is no longer valid.
 * `iat` has no fractions: a token from the same second as the cut-off counts as older.
 */
export function callerAfterCutOff<Kind extends Caller>(
  caller: Kind,
  issuedAt: number,
  { removedAt, roleChange }: TokenCutOff,
): Kind | undefined {
  if (removedAt !== undefined && isBefore(issuedAt, removedAt)) return undefined;
  if (roleChange === undefined || !isBefore(issuedAt, roleChange.at)) return caller;
  const rolePermissions = permissionsOfRole(roleChange.role);
  const permissions = new Set(
    [...caller.permissions].filter((permission) => rolePermissions.has(permission)),
  );
  return { ...caller, permissions, roles: [roleChange.role] };
}

function isBefore(issuedAt: number, moment: Date): boolean {
  return Math.floor(issuedAt) * 1_000 <= moment.getTime();
}
