import { type AuditContext, type AuditEntry, type AuditOutcome } from '@governance/iam';

/** A caller may name anything as the target of a write that is refused; an id is shorter. */
const longestTarget = 128;

/** A context as the database takes it; a change that is not finished keeps it like this. */
export function auditJson(context: AuditContext | AuditEntry): string {
  const { actor, operation, target, requestId, secondFactorAgeSeconds } = context;
  return JSON.stringify(
    { actor, operation, target: target?.slice(0, longestTarget), requestId, secondFactorAgeSeconds },
    withoutNul,
  );
}

/** PostgreSQL keeps no NUL; a row says that there was one. */
function withoutNul(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value;
}

/** SQL expressions of what a row says. `context` is what `auditJson` made. */
interface AuditRow {
  readonly context: string;
  readonly at: string;
  readonly orgId: string;
  readonly target: string;
  readonly outcome: AuditOutcome;
  readonly reason?: string;
  /** What the expressions are taken from, with its condition: a row for each of its rows. */
  readonly from?: string;
}

/** The statement that appends a row, on its own or as part of the statement that makes the change. */
export function insertAuditRow({ context, at, orgId, target, outcome, reason, from }: AuditRow): string {
  return `
    INSERT INTO audit_trail (
      at, org_id, actor_kind, actor_issuer, actor_subject, actor_client_id, operation, target, request_id,
      second_factor_age_seconds, outcome, reason)
    SELECT ${at}, ${orgId}, ${context} #>> '{actor,kind}', ${context} #>> '{actor,issuer}',
      ${context} #>> '{actor,subject}', ${context} #>> '{actor,clientId}', ${context} ->> 'operation', ${target},
      ${context} ->> 'requestId', (${context} ->> 'secondFactorAgeSeconds')::double precision, '${outcome}',
      ${reason ?? 'NULL'}
    ${from === undefined ? '' : `FROM ${from}`}`;
}
