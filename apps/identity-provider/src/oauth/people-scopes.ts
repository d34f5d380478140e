import { apiScopes } from './api-resource';

/** spec 5.2.4: what people's applications may be granted. */
export const peopleScopes = ['openid', 'profile', 'email', 'offline_access', ...apiScopes] as const;

/** What asks for the second factor (`acr_values`), and says that it was shown (`acr`). */
export const secondFactorAcr = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

/** RFC 8176: what was shown. `mfa` is the second factor, whichever it was. */
export const passwordMethod = 'pwd';
export const secondFactorMethod = 'mfa';

const connectionPrefix = 'connection:';

/** How somebody has come, as the session keeps it beside the methods of the RFC: by the provider of an organization. */
export function connectionMethod(connectionId: string): string {
  return connectionPrefix + connectionId;
}

/** By which connection somebody has come; undefined: by password. */
export function connectionIn(methods: readonly string[] | undefined): string | undefined {
  return methods?.find((method) => method.startsWith(connectionPrefix))?.slice(connectionPrefix.length);
}

/** Of the permissions of a role or a machine those that a scope covers: who may only read gets none to write. */
export function permissionsWithin<Permission extends string>(
  scope: string | undefined,
  permissions: Iterable<Permission>,
): Permission[] {
  const granted = new Set(scope?.split(' '));
  return Array.from(permissions).filter((permission) =>
    granted.has(permission.endsWith(':read') ? 'api:full:read' : 'api:full:write'),
  );
}
