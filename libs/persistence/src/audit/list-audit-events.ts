import { type AuditFilter, type ListPage, type OrgViewer } from '@governance/iam';
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

/** What is visible or hidden with its client: the operations that write it, and where its id is found. */
const belongings = [
  { operations: 'org-clients:%', table: 'org_clients', id: 'id' },
  { operations: 'org-results:%', table: 'org_results', id: 'result_id' },
] as const;

/** A target that is no UUID is the id of nothing. */
const targetId = `CASE WHEN target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN target::uuid END`;

/** Row-level security shows the transaction what its viewer sees now. What was deleted is not seen either. */
const isVisible = belongings
  .map(
    ({ operations, table, id }) => `AND (target IS NULL OR operation NOT LIKE '${operations}'
      OR EXISTS (SELECT FROM ${table} WHERE ${table}.org_id = $1 AND ${table}.${id} = ${targetId}))`,
  )
  .join(' ');

/** The position before the first event. */
const beginning = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/**
 * The statement for a page of the events that a viewer sees, newest first. Each set of conditions has its own statement, which
 * finds the index that fits it. The caller runs a transaction of the viewer.
 */
export function listAuditEvents(
  { orgId, sees }: OrgViewer,
  filter: AuditFilter,
  { limit, after }: ListPage,
): { readonly statement: PreparedStatement; readonly values: readonly unknown[] } {
  const { createdAt, id } = after ?? beginning;
  const requested = conditions.filter(([name]) => filter[name] !== undefined);
  const where = requested.map(([, condition], index) => `AND ${condition} $${index + 5}`).join(' ');
  const isLimited = sees !== 'all';
  const name = ['list-audit-events', ...(isLimited ? ['seen'] : []), ...requested.map(([each]) => each)].join(
    '-',
  );
  const text = `
    SELECT ${auditEventColumns} FROM audit_trail
    WHERE org_id = $1 AND (at, event_id) < ($2, $3) ${where} ${isLimited ? isVisible : ''}
    ORDER BY at DESC, event_id DESC LIMIT $4`;
  return {
    statement: { name, text },
    values: [orgId, createdAt, id, limit, ...requested.map(([each]) => filter[each])],
  };
}
