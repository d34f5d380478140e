/** Everything that a token can permit on the platform surface. Listing connections needs none of them. */
export const permissions = [
  'self:profile:read',
  'self:profile:write',
  'self:organization:read',
  'm2m:credentials:read',
  'm2m:credentials:write',
  'org:invitations:read',
  'org:invitations:write',
  'org:members:read',
  'org:members:write',
  'org:connections:write',
  'org:audit:read',
  'org:results:read',
  'org:results:write',
] as const;

export type Permission = (typeof permissions)[number];

const known: ReadonlySet<string> = new Set(permissions);

/** What a service identity never holds: only people have profiles. */
const ofPeople: ReadonlySet<Permission> = new Set(['self:profile:read', 'self:profile:write']);

export function isPermission(text: string): text is Permission {
  return known.has(text);
}

/** Whether a service identity may hold it. */
export function isServiceIdentityPermission(text: string): text is Permission {
  return isPermission(text) && !ofPeople.has(text);
}

/** What of some permissions a service identity may hold: the same less the profile, never more. */
export function serviceIdentityPermissions(held: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => held.has(permission) && !ofPeople.has(permission)));
}

const byDefault: readonly Permission[] = ['self:organization:read', 'm2m:credentials:read'];

/** What a new service identity may do when nobody says it: read, as far as its creator may. */
export function defaultServiceIdentityPermissions(creator: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set(byDefault.filter((permission) => creator.has(permission)));
}

/** Whether a creator may give these to a new service identity: nobody gives more than they hold. */
export function coversPermissions(creator: ReadonlySet<Permission>, given: ReadonlySet<Permission>): boolean {
  return [...given].every((permission) => creator.has(permission));
}

/** What whoever manages credentials may always hand out again. */
const ofCredentials: ReadonlySet<Permission> = new Set([...byDefault, 'm2m:credentials:write']);

/**
 * Whether a caller may be given a secret of a service identity that is there, by a rotation or a further credential: of
 * what it may do beyond credentials the caller holds everything.
 */
export function coversServiceIdentity(
  caller: ReadonlySet<Permission>,
  identity: ReadonlySet<Permission>,
): boolean {
  return [...identity].every((permission) => ofCredentials.has(permission) || caller.has(permission));
}
