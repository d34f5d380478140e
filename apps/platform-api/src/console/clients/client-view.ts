import { type PlatformTypes } from '@governance/client';
import { type Names } from '../audit/audit-names';
import { dayInWords } from '../moments';
import { latestInWords } from '../results/result-view';
import { clientName } from './client-name';

export type Client = PlatformTypes['schemas']['Client'];

export type ClientView = ReturnType<typeof clientView>;

/** Of a member whose name this person may not see, and of one who has left. */
const unnamed = 'A member';
const gone = 'A former member';

interface Seen {
  /** Those of members, as far as this person may see them. */
  readonly names: Names;
  /** Of the person. */
  readonly subject: string;
  readonly now: Date;
}

/** A client in words, for the list and for its page. */
export function clientView(client: Client, { names, subject, now }: Seen) {
  const { id, contact_name: contactName, contact_email: contactEmail, reference, domain } = client;
  return {
    id,
    name: clientName(client),
    contactName: contactName ?? undefined,
    contactEmail: contactEmail ?? undefined,
    reference: reference ?? undefined,
    domain: domain ?? undefined,
    // With the parameters of the list that shows the others.
    tags: client.tags.map((tag) => ({ tag, found: new URLSearchParams({ tag }).toString() })),
    owner: client.owner_id === null ? undefined : memberInWords(client.owner_id, { names, subject }),
    // Who sees it, beside the administrators; empty: every member who may see clients.
    members: client.member_ids.map((id) => memberInWords(id, { names, subject })),
    isArchived: client.archived,
    latest: client.latest_result === null ? undefined : latestInWords(client.latest_result, now),
    created: day(client.created_at),
    changed: day(client.updated_at),
  };
}

function memberInWords(id: string, { names, subject }: Pick<Seen, 'names' | 'subject'>): string {
  if (id === subject) return 'You';
  return names.has(id) ? (names.get(id)?.name ?? gone) : unnamed;
}

function day(at: string): string {
  return dayInWords(new Date(at));
}
