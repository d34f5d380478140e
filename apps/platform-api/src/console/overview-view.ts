import { type PlatformTypes } from '@governance/client';
import { type Permission, permissionsOfRole, roles } from '@governance/iam';
import { dayInWords } from './moments';

type Credential = PlatformTypes['schemas']['Credential'];
type Invitation = PlatformTypes['schemas']['ListedInvitation'];

export interface EndingCredential {
  readonly name: string;
  readonly ends: string;
  readonly hasEnded: boolean;
}

export interface InvitationView {
  readonly email: string;
  readonly role: string;
  readonly ends: string;
}

const soonMs = 30 * 24 * 60 * 60_000;

const roleWords = { 'account-admin': 'Administrator', viewer: 'Viewer' } as const;

/** A permission of a later release has no words here, and is not shown. */
const abilities: Readonly<Record<Permission, string>> = {
  'self:profile:read': 'See your own profile',
  'self:profile:write': 'Change your own profile',
  'self:organization:read': 'See your organization',
  'm2m:credentials:read': 'See the credentials of machines',
  'm2m:credentials:write': 'Create, rotate and revoke credentials of machines',
  'org:invitations:read': 'See invitations',
  'org:invitations:write': 'Invite people, and revoke invitations',
  'org:members:read': 'See the members',
  'org:members:write': 'Change the role of members, and remove them',
  'org:connections:write': 'Manage how members sign in, and prove domains',
  'org:audit:read': 'Read and export the audit events',
  'org:results:read': 'See the results of your organization',
  'org:results:write': 'Attach results to your organization',
};

/** The role with exactly these permissions. The API tells permissions only. */
export function roleOf(permissions: readonly string[]): string {
  const given = new Set(permissions);
  const role = roles.find((each) => {
    const wanted = permissionsOfRole(each);
    return wanted.size === given.size && [...wanted].every((permission) => given.has(permission));
  });
  return role === undefined ? 'Own permissions' : roleWords[role];
}

export function abilitiesOf(permissions: readonly string[]): string[] {
  return Object.entries(abilities)
    .filter(([permission]) => permissions.includes(permission))
    .map(([, words]) => words);
}

/** Those that end within 30 days or have ended, the first to end first. */
export function endingCredentials(credentials: readonly Credential[], now: Date): EndingCredential[] {
  return credentials
    .flatMap(({ name, expires_at: at }) => (typeof at === 'string' ? [{ name, at: new Date(at) }] : []))
    .filter(({ at }) => at.getTime() - now.getTime() <= soonMs)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ name, at }) => ({ name, ends: dayInWords(at), hasEnded: at <= now }));
}

export function invitationViews(invitations: readonly Invitation[]): InvitationView[] {
  return invitations.map(({ email, role, expires_at: at }) => ({
    email,
    role: roleWords[role],
    ends: dayInWords(new Date(at)),
  }));
}
