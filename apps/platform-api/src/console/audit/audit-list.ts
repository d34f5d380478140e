import { type PlatformClient, type PlatformOperations } from '@governance/client';
import { describeList, type ListContext } from '../console-list';
import { type Filter } from '../list-filter';
import { kinds, labelOf, meantBy, type Names, namesOf } from './audit-names';
import { sentences } from './audit-sentences';
import { auditRow, outcomeWords, thingsIn } from './audit-view';

type Query = NonNullable<PlatformOperations['listAuditEvents']['parameters']['query']>;
type AuditFilter = Filter<'who' | 'about' | 'operation' | 'outcome' | 'from' | 'to'>;

const operationChoices = Object.fromEntries(
  Object.entries(sentences).map(([operation, { label }]) => [operation, label]),
);

/** A search for a person or a thing that does not mean exactly one. */
interface Unclear {
  readonly field: 'who' | 'about';
  readonly text: string;
  /** To choose from; empty: there is none. */
  readonly choices: readonly string[];
}

export const auditList = describeList({
  page: 'audit',
  title: 'Audit',
  fields: {
    who: { label: 'Person or machine', type: 'search', maxLength: 255 },
    about: { label: 'Done to', type: 'search', maxLength: 255 },
    operation: { label: 'What', type: 'select', any: 'Everything', choices: operationChoices, isOpen: true },
    outcome: { label: 'Outcome', type: 'select', any: 'All', choices: outcomeWords, isOpen: true },
    from: { label: 'From', type: 'date' },
    to: { label: 'To', type: 'date' },
  },
  query: (filter: AuditFilter) => ({ filter }),
  read: async (client, { filter, ...page }, you) => {
    const { query, unclear } = await auditQuery(client, filter);
    if (unclear) return { rows: [], next: undefined, view: { unclear: unclearView(unclear) } };
    const { audit_events: events, next_cursor: next } = await client.get('/iam/audit-events', {
      query: { ...query, ...page },
    });
    const names = withYou(await namesOf(client, events.flatMap(thingsIn)), you);
    return { rows: events.map((event) => auditRow(event, names)), next, view: { unclear: undefined } };
  },
});

/** Another identity provider keeps the members to itself: then the console knows the name of one person only. */
export function withYou(names: Names, { subject, name }: Pick<ListContext, 'subject' | 'name'>): Names {
  if (names.has(subject) || name === undefined) return names;
  return new Map(names).set(subject, { kind: 'member', ids: [subject], name, detail: 'you' });
}

export interface AuditQuery {
  /** The conditions for the API. */
  readonly query: Pick<Query, 'actor' | 'target' | 'operation' | 'outcome' | 'from' | 'to'>;
  readonly unclear: Unclear | undefined;
}

/** The API knows people and things by their ids. It refuses unknown values. The last day is included. */
export async function auditQuery(
  client: PlatformClient,
  { who, about, operation, outcome, from, to }: AuditFilter,
): Promise<AuditQuery> {
  const isSearch = who !== '' || about !== '';
  const names: Names = isSearch
    ? await namesOf(
        client,
        kinds.map((kind) => ({ kind })),
      )
    : new Map();
  const [actor, target] = [meant('who', who, names), meant('about', about, names)];
  return {
    query: {
      ...(actor.id !== undefined && { actor: actor.id }),
      ...(target.id !== undefined && { target: target.id }),
      ...(operation !== '' && { operation: operation as NonNullable<Query['operation']> }),
      ...(outcome !== '' && { outcome: outcome as NonNullable<Query['outcome']> }),
      ...(from !== '' && { from: `${from}T00:00:00.000Z` }),
      ...(to !== '' && { to: `${to}T23:59:59.999Z` }),
    },
    unclear: actor.unclear ?? target.unclear,
  };
}

/** A former member or a thing that was removed has only its id, which events show in their details. */
const id = /^[\w.:|-]*\d[\w.:|-]*$/;

function meant(
  field: 'who' | 'about',
  text: string,
  names: Names,
): { readonly id?: string | undefined; readonly unclear?: Unclear } {
  if (text === '') return {};
  const found = meantBy(text, names).filter(
    ({ kind }) => field === 'about' || kind === 'member' || kind === 'credential',
  );
  const [only, ...others] = found;
  if (only && others.length === 0) return { id: field === 'who' ? only.ids.at(-1) : only.ids[0] };
  if (!only && id.test(text)) return { id: text };
  return { unclear: { field, text, choices: found.map(labelOf) } };
}

const mostChoices = 20;

function unclearView({ field, text, choices }: Unclear): object {
  const links = choices.slice(0, mostChoices).map((label) => ({
    label,
    parameters: new URLSearchParams({ [field]: label }).toString(),
  }));
  return { text, choices: links, isPerson: field === 'who' };
}
