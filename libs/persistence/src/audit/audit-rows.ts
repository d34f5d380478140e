import { type AuditContext, type AuditEntry, type AuditOutcome } from '@governance/iam';

/** A caller can send any text as the target of a refused write; ids are shorter. */
const longestTarget = 128;

/** A context in the form stored by the database, also for unfinished changes. */
export function auditJson(context: AuditContext | AuditEntry): string {
  const { actor, operation, target, requestId, secondFactorAgeSeconds } = context;
  return JSON.stringify(
    { actor, operation, target: target?.slice(0, longestTarget), requestId, secondFactorAgeSeconds },
    withoutNul,
  );
}

/** PostgreSQL stores no NUL; a replacement character marks it. */
function withoutNul(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value;
}

/** SQL expressions for the columns of a row. `context` is the output of `auditJson`. */
interface AuditRow {
  readonly context: string;
  readonly at: string;
  readonly orgId: string;
  readonly target: string;
  readonly outcome: AuditOutcome;
  readonly reason?: string;
  /** A FROM clause with its condition: writes one row per row of it. */
  readonly from?: string;
}

/** A statement that appends a row, alone or as part of the statement that makes the change. */
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
