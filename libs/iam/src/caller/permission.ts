/** All permissions of the platform surface. Listing connections needs none. */
export const permissions = [
  'self:profile:read',
  'self:profile:write',
  'self:organization:read',
  'm2m:credentials:read',
  'm2m:credentials:write',
  'm2m:trust-rules:read',
  'm2m:trust-rules:write',
  'org:invitations:read',
  'org:invitations:write',
  'org:members:read',
  'org:members:write',
  'org:connections:write',
  'org:audit:read',
  'org:clients:read',
  'org:clients:write',
  'org:results:read',
  'org:results:write',
] as const;

export type Permission = (typeof permissions)[number];

const known: ReadonlySet<string> = new Set(permissions);

/** Permissions that a service identity never has: only users have profiles, and only users decide whom the organization trusts. */
const ofPeople: ReadonlySet<Permission> = new Set([
  'self:profile:read',
  'self:profile:write',
  'm2m:trust-rules:write',
]);

export function isPermission(text: string): text is Permission {
  return known.has(text);
}

/** Whether a service identity can have the permission. */
export function isServiceIdentityPermission(text: string): text is Permission {
  return isPermission(text) && !ofPeople.has(text);
}

/** The given permissions without those that a service identity cannot have. */
export function serviceIdentityPermissions(candidates: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => candidates.has(permission) && !ofPeople.has(permission)));
}

const byDefault: readonly Permission[] = ['self:organization:read', 'm2m:credentials:read'];

/** The default permissions of a new service identity: the read permissions of its creator. */
export function defaultServiceIdentityPermissions(creator: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set(byDefault.filter((permission) => creator.has(permission)));
}

/** Whether a creator may give these permissions to a new service identity: only permissions that the creator has. */
export function coversPermissions(
  creator: ReadonlySet<Permission>,
  requested: ReadonlySet<Permission>,
): boolean {
  return [...requested].every((permission) => creator.has(permission));
}

/** Permissions that every caller who manages credentials may hand out. */
const ofCredentials: ReadonlySet<Permission> = new Set([...byDefault, 'm2m:credentials:write']);

/**
 * Whether a caller may get a secret of an existing service identity, through a rotation or a further credential: the caller
 * must have every permission of the identity other than those for credentials.
 */
export function coversServiceIdentity(
  caller: ReadonlySet<Permission>,
  identity: ReadonlySet<Permission>,
): boolean {
  return [...identity].every((permission) => ofCredentials.has(permission) || caller.has(permission));
}
