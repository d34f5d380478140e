import { type PlatformClient, type PlatformOperations } from '@governance/client';
import { describeList } from '../console-list';
import { ifServed } from '../if-served';
import { type Filter } from '../list-filter';
import { auditRow, operationWords, outcomeWords } from './audit-view';

type Query = NonNullable<PlatformOperations['listAuditEvents']['parameters']['query']>;

export const auditList = describeList({
  page: 'audit',
  title: 'Audit',
  fields: {
    operation: { label: 'What', type: 'select', any: 'Everything', choices: operationWords, isOpen: true },
    outcome: { label: 'Outcome', type: 'select', any: 'All', choices: outcomeWords, isOpen: true },
    from: { label: 'From', type: 'date' },
    to: { label: 'To', type: 'date' },
  },
  query: auditQueryOf,
  read: async (client, query) => {
    const [page, names] = await Promise.all([client.get('/iam/audit-events', { query }), namesOf(client)]);
    return { rows: page.audit_events.map((event) => auditRow(event, names)), next: page.next_cursor };
  },
});

/** The API refuses unknown values. The last day is included. */
export function auditQueryOf({
  operation,
  outcome,
  from,
  to,
}: Filter<'operation' | 'outcome' | 'from' | 'to'>): Pick<Query, 'operation' | 'outcome' | 'from' | 'to'> {
  return {
    ...(operation !== '' && { operation: operation as NonNullable<Query['operation']> }),
    ...(outcome !== '' && { outcome: outcome as NonNullable<Query['outcome']> }),
    ...(from !== '' && { from: `${from}T00:00:00.000Z` }),
    ...(to !== '' && { to: `${to}T23:59:59.999Z` }),
  };
}

/** Of the newest members: events of the others show their id. */
async function namesOf(client: PlatformClient): Promise<ReadonlyMap<string, string>> {
  const page = await ifServed(client.get('/iam/members', { query: { limit: 200 } }));
  const members = page?.members ?? [];
  return new Map(members.map(({ id, name, email }) => [id, name ?? email ?? id]));
}
