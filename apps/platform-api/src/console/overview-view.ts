import { type PlatformTypes } from '@governance/client';
import { permissionsOfRole, roles } from '@governance/iam';
import { dayInWords } from './moments';
import { clientOf, type OrgResult } from './results/result-view';
import { roleWords } from './role-words';

type Credential = PlatformTypes['schemas']['Credential'];
type Invitation = PlatformTypes['schemas']['ListedInvitation'];

/** The role with exactly these permissions. The API tells permissions only. */
export function roleOf(permissions: readonly string[]): string {
  const given = new Set(permissions);
  const role = roles.find((each) => {
    const wanted = permissionsOfRole(each);
    return wanted.size === given.size && [...wanted].every((permission) => given.has(permission));
  });
  return role === undefined ? 'Own permissions' : roleWords[role];
}

/** The first to end first. */
export function endingCredentials(credentials: readonly Credential[], now: Date) {
  return credentials
    .flatMap(({ id, name, expires_at: at }) =>
      typeof at === 'string' ? [{ id, name, at: new Date(at) }] : [],
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, name, at }) => ({ id, name, ends: dayInWords(at), hasEnded: at <= now }));
}

export function invitationViews(invitations: readonly Invitation[]) {
  return invitations.map(({ email, role, expires_at: at }) => ({
    email,
    role: roleWords[role],
    ends: dayInWords(new Date(at)),
  }));
}

/** The first to renew first. */
export function dueResults(results: readonly OrgResult[], now: Date) {
  return results
    .map((result) => ({ id: result.id, client: clientOf(result), at: new Date(result.renew_by) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, client, at }) => ({ id, client, renewBy: dayInWords(at), isOverdue: at <= now }));
}
