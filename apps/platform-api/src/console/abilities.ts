import { type Permission } from '@governance/iam';

/** A permission of a later release has no words here, and is not shown. */
const abilities: Readonly<Record<Permission, string>> = {
  'self:profile:read': 'See your own profile',
  'self:profile:write': 'Change your own profile',
  'self:organization:read': 'See your organization',
  'm2m:credentials:read': 'See the credentials of machines',
  'm2m:credentials:write': 'Create, rotate and revoke credentials of machines',
  'm2m:trust-rules:read': 'See which workloads are trusted',
  'm2m:trust-rules:write': 'Decide which workloads are trusted',
  'org:invitations:read': 'See invitations',
  'org:invitations:write': 'Invite people, and revoke invitations',
  'org:members:read': 'See the members',
  'org:members:write': 'Change the role of members, and remove them',
  'org:connections:write': 'Manage how members sign in, and prove domains',
  'org:audit:read': 'Read and export the audit events',
  'org:clients:read': 'See the clients of your organization',
  'org:clients:write': 'Add, change and delete clients, and send campaigns to them',
  'org:results:read': 'See the results of your organization',
  'org:results:write': 'Attach results to your organization',
};

/** Changes that the API makes for people only: a machine can hold these permissions, and change nothing with them. */
export const ofPeopleOnly: ReadonlySet<string> = new Set<Permission>([
  'org:members:write',
  'org:connections:write',
]);

export function abilitiesOf(permissions: Iterable<string>): string[] {
  const held = new Set(permissions);
  return Object.entries(abilities)
    .filter(([permission]) => held.has(permission))
    .map(([, words]) => words);
}
