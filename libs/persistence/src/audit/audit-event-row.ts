import { type AuditActor, type AuditEvent, type AuditOutcome } from '@governance/iam';
import { Column, namesOf, type RowOf } from '../column';

/** Columns of `audit_trail` as pg reads them. */
const read = {
  event_id: new Column<string>(),
  at: new Column<Date>(),
  actor_kind: new Column<AuditActor['kind']>(),
  actor_issuer: new Column<string>(),
  actor_subject: new Column<string>(),
  actor_client_id: new Column<string | null>(),
  operation: new Column<string>(),
  target: new Column<string | null>(),
  request_id: new Column<string>(),
  second_factor_age_seconds: new Column<number | null>(),
  outcome: new Column<AuditOutcome>(),
  reason: new Column<string | null>(),
};

export type AuditEventRow = RowOf<typeof read>;

export const auditEventColumns = namesOf(read);

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
