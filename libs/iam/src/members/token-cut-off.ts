import { type Caller } from '../caller/caller';
import { permissionsOfRole, type Role } from '../caller/role';

/** A person in an organization, as access tokens name both. */
export interface TokenHolder {
  readonly issuer: string;
  readonly subject: string;
  readonly orgId: string;
}

/** What has been taken from somebody since their tokens were issued. */
export interface TokenCutOff {
  /** Tokens that were issued before are not valid. Who was invited again has newer ones. */
  readonly removedAt: Date | undefined;
  /** Tokens that were issued before permit no more than this role. */
  readonly roleChange: { readonly at: Date; readonly role: Role } | undefined;
}

/**
 * Who calls with a token of that age, in seconds since 1970; undefined when the token has ended. `iat` has no fractions:
 * a token of the second in which the cut-off falls counts as older.
 */
export function callerAfterCutOff<Kind extends Caller>(
  caller: Kind,
  issuedAt: number,
  { removedAt, roleChange }: TokenCutOff,
): Kind | undefined {
  if (removedAt !== undefined && isBefore(issuedAt, removedAt)) return undefined;
  if (roleChange === undefined || !isBefore(issuedAt, roleChange.at)) return caller;
  const kept = permissionsOfRole(roleChange.role);
  const permissions = new Set([...caller.permissions].filter((permission) => kept.has(permission)));
  return { ...caller, permissions, roles: [roleChange.role] };
}

function isBefore(issuedAt: number, moment: Date): boolean {
  return Math.floor(issuedAt) * 1_000 <= moment.getTime();
}
