import { type AuditFilter, type ListPage } from '@governance/iam';
import { type PreparedStatement } from '@governance/postgres';
import { auditEventColumns } from './audit-event-row';

/** The conditions of a filter, in the order of their parameters. */
const conditions: readonly (readonly [name: keyof AuditFilter, condition: string])[] = [
  ['actor', 'actor_subject ='],
  ['operation', 'operation ='],
  ['target', 'target ='],
  ['outcome', 'outcome ='],
  ['from', 'at >='],
  ['to', 'at <'],
];

/** The position before the first event. */
const beginning = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * The statement for a page of an organization's events, newest first. Each set of conditions has its own statement, which
 * finds the index that fits it.
 */
export function listAuditEvents(
  orgId: string,
  filter: AuditFilter,
  { limit, after }: ListPage,
): { readonly statement: PreparedStatement; readonly values: readonly unknown[] } {
  const { createdAt, id } = after ?? beginning;
  const requested = conditions.filter(([name]) => filter[name] !== undefined);
  const where = requested.map(([, condition], index) => `AND ${condition} $${index + 5}`).join(' ');
  const name = ['list-audit-events', ...requested.map(([each]) => each)].join('-');
  const text = `
    SELECT ${auditEventColumns} FROM audit_trail
    WHERE org_id = $1 AND (at, event_id) < ($2, $3) ${where}
    ORDER BY at DESC, event_id DESC LIMIT $4`;
  return {
    statement: { name, text },
    values: [orgId, createdAt, id, limit, ...requested.map(([each]) => filter[each])],
  };
}
