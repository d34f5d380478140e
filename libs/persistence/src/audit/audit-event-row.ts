import { type AuditActor, type AuditEvent, type AuditOutcome } from '@governance/iam';

/** Columns of `audit_trail` as pg reads them. */
export interface AuditEventRow {
  readonly event_id: string;
  readonly at: Date;
  readonly actor_kind: AuditActor['kind'];
  readonly actor_issuer: string;
  readonly actor_subject: string;
  readonly actor_client_id: string | null;
  readonly operation: string;
  readonly target: string | null;
  readonly request_id: string;
  readonly second_factor_age_seconds: number | null;
  readonly outcome: AuditOutcome;
  readonly reason: string | null;
}

const read = [
  'event_id',
  'at',
  'actor_kind',
  'actor_issuer',
  'actor_subject',
  'actor_client_id',
  'operation',
  'target',
  'request_id',
  'second_factor_age_seconds',
  'outcome',
  'reason',
] as const satisfies readonly (keyof AuditEventRow)[];

/** The columns of an event. */
export const auditEventColumns = read.join(', ');

export function auditEventOf(row: AuditEventRow): AuditEvent {
  return {
    id: row.event_id,
    createdAt: row.at,
    actor: {
      kind: row.actor_kind,
      issuer: row.actor_issuer,
      subject: row.actor_subject,
      clientId: row.actor_client_id ?? undefined,
    },
    operation: row.operation,
    target: row.target ?? undefined,
    outcome: row.outcome,
    reason: row.reason ?? undefined,
    requestId: row.request_id,
    secondFactorAgeSeconds: row.second_factor_age_seconds ?? undefined,
  };
}
