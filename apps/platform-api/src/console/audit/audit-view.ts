import { type PlatformTypes } from '@governance/client';
import { momentInWords } from '../moments';

export type AuditEvent = PlatformTypes['schemas']['AuditEvent'];

/** An operation of a later release has no words here: its name is shown. */
export const operationWords: Readonly<Record<string, string>> = {
  'm2m-credentials:create': 'Credential created',
  'm2m-credentials:rotate': 'Credential rotated',
  'm2m-credentials:rename': 'Credential renamed',
  'm2m-credentials:revoke': 'Credential revoked',
  'm2m-credentials:revoke-previous-secret': 'Previous secret ended',
  'service-identities:rename': 'Service identity renamed',
  'service-identities:delete': 'Service identity deleted',
  'org-invitations:create': 'Invitation sent',
  'org-invitations:resend': 'Invitation sent again',
  'org-invitations:revoke': 'Invitation revoked',
  'org-invitations:deliver': 'Invitation mailed',
  'members:update': 'Role changed',
  'members:remove': 'Member removed',
  'connections:create': 'Connection added',
  'connections:update': 'Connection changed',
  'connections:confirm-factor': 'Second factor of a connection confirmed',
  'connections:test': 'Connection tested',
  'connections:remove': 'Connection removed',
  'domains:create': 'Domain added',
  'domains:check': 'Domain checked',
  'domains:lapse': 'Domain no longer proven',
  'domains:remove': 'Domain removed',
  'org-results:attach': 'Result attached',
  'org-results:detach': 'Result detached',
  'organizations:create': 'Organization created',
  'organizations:change-policy': 'Policy of the organization changed',
  'self-profile:update': 'Own profile changed',
};

export const outcomeWords = { done: 'Done', refused: 'Refused', abandoned: 'Abandoned' } as const;

/** `names` are those of members, by the subject of their tokens. */
export function auditRow(event: AuditEvent, names: ReadonlyMap<string, string>) {
  return {
    at: momentInWords(new Date(event.created_at)),
    what: operationWords[event.operation] ?? event.operation,
    who: actorInWords(event.actor, names),
    outcome: outcomeWords[event.outcome],
    isRefused: event.outcome !== 'done',
    reason: event.reason ?? undefined,
    target: event.target === null ? undefined : (names.get(event.target) ?? event.target),
    requestId: event.request_id,
  };
}

function actorInWords({ kind, subject }: AuditEvent['actor'], names: ReadonlyMap<string, string>): string {
  if (kind === 'person') return names.get(subject) ?? `Former member ${subject}`;
  if (kind === 'machine') return `Machine ${subject}`;
  return kind === 'operator' ? `Operator ${subject}` : `The service (${subject})`;
}
