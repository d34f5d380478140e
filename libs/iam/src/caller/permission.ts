/** Everything that a token can permit on the platform surface. Listing connections needs none of them. */
export const permissions = [
  'self:profile:read',
  'self:profile:write',
  'self:organization:read',
  'm2m:credentials:read',
  'm2m:credentials:write',
  'org:invitations:write',
] as const;

export type Permission = (typeof permissions)[number];

const known: ReadonlySet<string> = new Set(permissions);

/** What a service identity never holds: only people have profiles. */
const ofPeople: ReadonlySet<Permission> = new Set(['self:profile:read', 'self:profile:write']);

export function isPermission(text: string): text is Permission {
  return known.has(text);
}

/** What a service identity may hold when its creator holds `creator`: the same less the profile, never more. */
export function serviceIdentityPermissions(creator: ReadonlySet<Permission>): ReadonlySet<Permission> {
  return new Set(permissions.filter((permission) => creator.has(permission) && !ofPeople.has(permission)));
}

/** Whether a caller may make credentials for a service identity: a credential never permits more than its creator. */
export function coversServiceIdentity(
  creator: ReadonlySet<Permission>,
  identity: ReadonlySet<Permission>,
): boolean {
  const most = serviceIdentityPermissions(creator);
  return [...identity].every((permission) => most.has(permission));
}
