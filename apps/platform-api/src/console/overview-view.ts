import { type PlatformTypes } from '@governance/client';
import { permissionsOfRole, roles } from '@governance/iam';
import { dayInWords } from './moments';
import { roleWords } from './role-words';

type Credential = PlatformTypes['schemas']['Credential'];
type Invitation = PlatformTypes['schemas']['ListedInvitation'];

export interface EndingCredential {
  readonly id: string;
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

/** The role with exactly these permissions. The API tells permissions only. */
export function roleOf(permissions: readonly string[]): string {
  const given = new Set(permissions);
  const role = roles.find((each) => {
    const wanted = permissionsOfRole(each);
    return wanted.size === given.size && [...wanted].every((permission) => given.has(permission));
  });
  return role === undefined ? 'Own permissions' : roleWords[role];
}

/** Those that end within 30 days or have ended, the first to end first. */
export function endingCredentials(credentials: readonly Credential[], now: Date): EndingCredential[] {
  return credentials
    .flatMap(({ id, name, expires_at: at }) =>
      typeof at === 'string' ? [{ id, name, at: new Date(at) }] : [],
    )
    .filter(({ at }) => at.getTime() - now.getTime() <= soonMs)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, name, at }) => ({ id, name, ends: dayInWords(at), hasEnded: at <= now }));
}

export function invitationViews(invitations: readonly Invitation[]): InvitationView[] {
  return invitations.map(({ email, role, expires_at: at }) => ({
    email,
    role: roleWords[role],
    ends: dayInWords(new Date(at)),
  }));
}
