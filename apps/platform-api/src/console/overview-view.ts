import { type PlatformTypes } from '@governance/client';
import { dayInWords } from './moments';
import { clientOf, type OrgResult } from './results/result-view';
import { roleWords } from './role-words';

type Credential = PlatformTypes['schemas']['Credential'];
type AuditEvent = PlatformTypes['schemas']['AuditEvent'];
type Connection = PlatformTypes['schemas']['Connection'];
type Invitation = PlatformTypes['schemas']['ListedInvitation'];

const twoDaysMs = 2 * 24 * 60 * 60_000;

/** The first to end first. */
export function endingCredentials(credentials: readonly Credential[], now: Date) {
  return credentials
    .flatMap(({ id, name, expires_at: at }) =>
      typeof at === 'string' ? [{ id, name, at: new Date(at) }] : [],
    )
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, name, at }) => ({ id, name, ends: dayInWords(at), hasEnded: at <= now }));
}

/** The first to expire first. Soon is within two days. */
export function invitationViews(invitations: readonly Invitation[], now: Date) {
  return invitations
    .map(({ email, role, expires_at: at }) => ({ email, role, at: new Date(at) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ email, role, at }) => ({
      email,
      role: roleWords[role],
      ends: dayInWords(at),
      isSoon: at.getTime() - now.getTime() <= twoDaysMs,
    }));
}

/** The connections whose last test has found a problem. `tests` are their audit events, the newest first. */
export function failedConnections(tests: readonly AuditEvent[], connections: readonly Connection[]) {
  return connections.flatMap(({ id, name }) => {
    const last = tests.find(({ target }) => target === id);
    if (typeof last?.reason !== 'string') return [];
    return [{ id, name, at: dayInWords(new Date(last.created_at)) }];
  });
}

/** The first to renew first. */
export function dueResults(results: readonly OrgResult[], now: Date) {
  return results
    .map((result) => ({ id: result.id, client: clientOf(result), at: new Date(result.renew_by) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ id, client, at }) => ({ id, client, renewBy: dayInWords(at), isOverdue: at <= now }));
}
