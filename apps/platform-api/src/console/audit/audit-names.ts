import { ApiError, type PlatformClient } from '@governance/client';
import { momentInWords } from '../moments';
import { clientOf } from '../results/result-view';

export type Kind =
  'member' | 'credential' | 'service identity' | 'invitation' | 'connection' | 'domain' | 'result';

/** Something that an audit event can name by its id. */
export interface Named {
  readonly kind: Kind;
  /** Of a credential also its client id, which acts. */
  readonly ids: readonly string[];
  readonly name: string;
  /** Tells it from others with the same name. */
  readonly detail: string;
  /** Of its page, below the console. */
  readonly path?: string;
}

/** Something that an event names; without an id, everything of its kind. */
export interface Thing {
  readonly kind: Kind;
  readonly id?: string;
}

/** By id. */
export type Names = ReadonlyMap<string, Named>;

const limit = 200;

const since = (what: string, at: string): string => `${what} ${momentInWords(new Date(at))}`;

/** What the organization has now: the names of what was removed are not kept. */
const lists: Readonly<Record<Kind, (client: PlatformClient) => AsyncGenerator<readonly Named[], void>>> = {
  member: async function* (client) {
    for await (const { members } of client.pages('/iam/members', { query: { limit } }))
      yield members.map(({ id, name, email }) => ({
        kind: 'member',
        ids: [id],
        name: name ?? email ?? 'A member who has not signed in yet',
        detail: email ?? 'not signed in yet',
      }));
  },
  credential: async function* (client) {
    for await (const { credentials } of client.pages('/iam/m2m-credentials', { query: { limit } }))
      yield credentials.map(({ id, client_id: clientId, name, created_at: created }) => ({
        kind: 'credential',
        ids: [id, clientId],
        name,
        detail: since('credential, created', created),
        path: `credentials/${id}`,
      }));
  },
  'service identity': async function* (client) {
    for await (const page of client.pages('/iam/service-identities', { query: { limit } }))
      yield page.service_identities.map(({ id, name, created_at: created }) => ({
        kind: 'service identity',
        ids: [id],
        name,
        detail: since('service identity, created', created),
        path: `service-identities/${id}`,
      }));
  },
  invitation: async function* (client) {
    for await (const { invitations } of client.pages('/iam/org-invitations', { query: { limit } }))
      yield invitations.map(({ id, email, created_at: created }) => ({
        kind: 'invitation',
        ids: [id],
        name: email,
        detail: since('invitation, sent', created),
      }));
  },
  connection: async function* (client) {
    const { connections } = await client.get('/iam/connections');
    yield connections.map(({ id, name }) => ({
      kind: 'connection',
      ids: [id],
      name,
      detail: 'connection',
      path: `connections/${id}`,
    }));
  },
  domain: async function* (client) {
    const { domains } = await client.get('/iam/domains');
    yield domains.map(({ name }) => ({
      kind: 'domain',
      ids: [name],
      name,
      detail: 'domain',
      path: `domains/${name}`,
    }));
  },
  result: async function* (client) {
    for await (const { results } of client.pages('/org/results', { query: { limit } }))
      yield results.map((result) => ({
        kind: 'result',
        ids: [result.id],
        name: clientOf(result),
        detail: since('result, submitted', result.created_at),
        path: `results/${result.id}`,
      }));
  },
};

export const kinds = Object.keys(lists) as readonly Kind[];

/** The names of these things. What is not served, or not shown to this person, has none. */
export async function namesOf(client: PlatformClient, things: readonly Thing[]): Promise<Names> {
  const wanted = Map.groupBy(things, ({ kind }) => kind);
  const found = await Promise.all(
    Array.from(wanted, ([kind, some]) => listed(lists[kind](client), new Set(some.map(({ id }) => id)))),
  );
  return new Map(found.flat().flatMap((named) => named.ids.map((id) => [id, named] as const)));
}

/** Reads no further page when it has found all. */
async function listed(
  pages: AsyncGenerator<readonly Named[], void>,
  wanted: Set<string | undefined>,
): Promise<Named[]> {
  const all: Named[] = [];
  try {
    for await (const page of pages) {
      all.push(...page);
      for (const id of page.flatMap(({ ids }) => ids)) wanted.delete(id);
      if (wanted.size === 0) break;
    }
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 403))) throw error;
  }
  return all;
}

/** What a person can mean: its name, with its detail if others have the same. An id is one of its own. */
export function meantBy(text: string, names: Names): readonly Named[] {
  const wanted = text.toLowerCase();
  const all = [...new Set(names.values())];
  const exactly = all.filter((named) =>
    [named.name, named.detail, labelOf(named), ...named.ids].some((each) => each.toLowerCase() === wanted),
  );
  return exactly.length > 0 ? exactly : all.filter((named) => labelOf(named).toLowerCase().includes(wanted));
}

/** `Nightly (credential, created 24 November 2026, 03:05 UTC)` */
export function labelOf({ name, detail }: Pick<Named, 'name' | 'detail'>): string {
  return name === detail ? name : `${name} (${detail})`;
}
