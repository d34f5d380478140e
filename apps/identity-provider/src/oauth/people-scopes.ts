import { apiScopes } from '@governance/iam';

/** spec 5.2.4: the scopes that users' applications can be granted. */
export const peopleScopes = ['openid', 'profile', 'email', 'offline_access', ...apiScopes] as const;

/** Requests the second factor (`acr_values`) and confirms it (`acr`). */
export const secondFactorAcr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** Authentication methods (RFC 8176). `mfa` stands for any second factor. */
export const passwordMethod = 'pwd';
export const secondFactorMethod = 'mfa';

/**
 * The session's method for a second factor that the provider of an organization has shown at an unknown time. Not part of the
 * RFC. It suffices to enter an organization, but tokens do not name it: a step-up always asks for a new one.
 */
export const undatedFactorMethod = 'mfa-undated';

/** The session's method for a connection whose provider was asked for a new sign-in. Not part of the RFC. */
export const renewedMethod = 'renewed';

const connectionPrefix = 'connection:';

/** The session's method for a sign-in at the provider of an organization. Not part of the RFC. */
export function connectionMethod(connectionId: string): string {
  return connectionPrefix + connectionId;
}

/** Whether a second factor was shown, at a known time or not. */
export function hasFactorIn(methods: readonly string[] | undefined): boolean {
  return methods?.some((method) => [secondFactorMethod, undatedFactorMethod].includes(method)) === true;
}

/** The connection that the user signed in with; undefined: by password. */
export function connectionIn(methods: readonly string[] | undefined): string | undefined {
  return methods?.find((method) => method.startsWith(connectionPrefix))?.slice(connectionPrefix.length);
}

/** The permissions of a role or a machine that a scope covers: a read-only scope yields no write permissions. */
export function permissionsWithin<Permission extends string>(
  scope: string | undefined,
  permissions: Iterable<Permission>,
): Permission[] {
  const granted = new Set(scope?.split(' '));
  return Array.from(permissions).filter((permission) =>
    granted.has(permission.endsWith(':read') ? 'api:full:read' : 'api:full:write'),
  );
}
