import { ApiError, type PlatformClient, type PlatformTypes } from '@governance/client';
import { clientName } from '../clients/client-name';
import { ifServed } from '../if-served';
import { momentInWords } from '../moments';
import { clientOf } from '../results/result-view';

export type Kind =
  | 'member'
  | 'credential'
  | 'trust rule'
  | 'service identity'
  | 'invitation'
  | 'connection'
  | 'domain'
  | 'client'
  | 'campaign'
  | 'result';

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

/** By id. Undefined: it no longer exists. Of an id without an entry, nothing is known. */
export type Names = ReadonlyMap<string, Named | undefined>;

/** A part of a list; the last one has no further. */
interface NamedPage {
  readonly named: readonly Named[];
  readonly isLast: boolean;
}

const since = (what: string, at: string): string => `${what} ${momentInWords(new Date(at))}`;

type Schemas = PlatformTypes['schemas'];

const memberNamed = ({ id, name, email }: Schemas['Member']): Named => ({
  kind: 'member',
  ids: [id],
  name: name ?? email ?? 'A member who has not signed in yet',
  detail: email ?? 'not signed in yet',
});

const credentialNamed = ({ id, client_id: clientId, ...credential }: Schemas['Credential']): Named => ({
  kind: 'credential',
  ids: [id, clientId],
  name: credential.name,
  detail: since('credential, created', credential.created_at),
  path: `credentials/${id}`,
});

const ruleNamed = ({ id, client_id: clientId, ...rule }: Schemas['TrustRule']): Named => ({
  kind: 'trust rule',
  ids: [id, clientId],
  name: rule.name,
  detail: since('trust rule, created', rule.created_at),
  path: `trust-rules/${id}`,
});

const identityNamed = ({ id, name, created_at: created }: Schemas['ServiceIdentity']): Named => ({
  kind: 'service identity',
  ids: [id],
  name,
  detail: since('service identity, created', created),
  path: `service-identities/${id}`,
});

const invitationNamed = ({ id, email, created_at: created }: Schemas['ListedInvitation']): Named => ({
  kind: 'invitation',
  ids: [id],
  name: email,
  detail: since('invitation, sent', created),
});

const connectionNamed = ({ id, name }: Schemas['Connection']): Named => ({
  kind: 'connection',
  ids: [id],
  name,
  detail: 'connection',
  path: `connections/${id}`,
});

const domainNamed = ({ name }: Schemas['Domain']): Named => ({
  kind: 'domain',
  ids: [name],
  name,
  detail: 'domain',
  path: `domains/${name}`,
});

const companyNamed = (client: Schemas['Client']): Named => ({
  kind: 'client',
  ids: [client.id],
  name: clientName(client),
  detail: since('client, created', client.created_at),
  path: `clients/${client.id}`,
});

const campaignNamed = ({ id, name, created_at: created }: Schemas['Campaign']): Named => ({
  kind: 'campaign',
  ids: [id],
  name,
  detail: since('campaign, sent', created),
});

const resultNamed = (result: Schemas['OrgResult']): Named => ({
  kind: 'result',
  ids: [result.id],
  name: clientOf(result),
  detail: since('result, submitted', result.created_at),
  path: `results/${result.id}`,
});

const query = { limit: 200 };

/** What the organization has now: the names of what was removed are not kept. */
const lists: Readonly<Record<Kind, (client: PlatformClient) => AsyncIterable<NamedPage>>> = {
  member: (client) =>
    named(client.pages('/iam/members', { query }), ({ members }) => members.map(memberNamed)),
  credential: (client) =>
    named(client.pages('/iam/m2m-credentials', { query }), (page) => page.credentials.map(credentialNamed)),
  'trust rule': (client) =>
    named(client.pages('/iam/trust-rules', { query }), (page) => page.trust_rules.map(ruleNamed)),
  'service identity': (client) =>
    named(client.pages('/iam/service-identities', { query }), (page) =>
      page.service_identities.map(identityNamed),
    ),
  invitation: (client) =>
    named(client.pages('/iam/org-invitations', { query }), (page) => page.invitations.map(invitationNamed)),
  connection: (client) =>
    named([client.get('/iam/connections')], ({ connections }) => connections.map(connectionNamed)),
  domain: (client) => named([client.get('/iam/domains')], ({ domains }) => domains.map(domainNamed)),
  client: (client) =>
    named(client.pages('/org/clients', { query }), ({ clients }) => clients.map(companyNamed)),
  campaign: (client) =>
    named(client.pages('/org/campaigns', { query }), ({ campaigns }) => campaigns.map(campaignNamed)),
  result: (client) =>
    named(client.pages('/org/results', { query }), ({ results }) => results.map(resultNamed)),
};

async function* named<Page extends object>(
  pages: AsyncIterable<Page> | Iterable<Promise<Page>>,
  namedIn: (page: Page) => readonly Named[],
): AsyncGenerator<NamedPage, void> {
  for await (const page of pages) yield { named: namedIn(page), isLast: !('next_cursor' in page) };
}

export const kinds = Object.keys(lists) as readonly Kind[];

/** Of kinds that the API also gives one by one. */
const single: Readonly<Partial<Record<Kind, (client: PlatformClient, id: string) => Promise<Named>>>> = {
  credential: async (client, id) =>
    credentialNamed(await client.get('/iam/m2m-credentials/{credentialId}', { path: { credentialId: id } })),
  'trust rule': async (client, id) =>
    ruleNamed(await client.get('/iam/trust-rules/{ruleId}', { path: { ruleId: id } })),
  client: async (client, id) =>
    companyNamed(await client.get('/org/clients/{clientId}', { path: { clientId: id } })),
  campaign: async (client, id) =>
    campaignNamed(await client.get('/org/campaigns/{campaignId}', { path: { campaignId: id } })),
  result: async (client, id) =>
    resultNamed(await client.get('/org/results/{resultId}', { path: { resultId: id } })),
};

/** Machines act by the id of a client, by which the API finds no credential. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The names of these things. What is not served, or not shown to this person, has none. */
export async function namesOf(client: PlatformClient, things: readonly Thing[]): Promise<Names> {
  const wanted = Map.groupBy(things, ({ kind }) => kind);
  const found = await Promise.all(
    Array.from(wanted, ([kind, some]) => listed(client, kind, new Set(some.map(({ id }) => id)))),
  );
  return new Map(found.flatMap((names) => [...names]));
}

/** All of the kind for something without an id. Else one page, and what it does not have by its id. */
async function listed(
  client: PlatformClient,
  kind: Kind,
  wanted: ReadonlySet<string | undefined>,
): Promise<Names> {
  const names = new Map<string, Named | undefined>();
  const ids = [...wanted].filter((id) => id !== undefined);
  try {
    for await (const page of lists[kind](client)) {
      for (const [id, named] of namesIn(page, ids)) names.set(id, named);
      if (wanted.has(undefined)) continue;
      const missing = ids.filter((id) => !names.has(id));
      for (const [id, named] of await byIds(client, kind, missing)) names.set(id, named);
      break;
    }
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 404 || error.status === 403))) throw error;
  }
  return names;
}

/** What a whole list does not have is gone. */
function namesIn({ named, isLast }: NamedPage, ids: readonly string[]): Names {
  const gone = isLast ? ids.map((id) => [id, undefined] as const) : [];
  return new Map([...gone, ...named.flatMap((each) => each.ids.map((id) => [id, each] as const))]);
}

/** The same of members that were read before. */
export function namesOfMembers(
  { members, isAll }: { readonly members: readonly Schemas['Member'][]; readonly isAll: boolean },
  things: readonly Thing[],
): Names {
  const ids = things.flatMap(({ kind, id }) => (kind === 'member' && id !== undefined ? [id] : []));
  return namesIn({ named: members.map(memberNamed), isLast: isAll }, ids);
}

/** As many as events are on a page, at most. */
function byIds(
  client: PlatformClient,
  kind: Kind,
  ids: readonly string[],
): Promise<(readonly [string, Named | undefined])[]> {
  const { [kind]: read } = single;
  if (!read) return Promise.resolve([]);
  return Promise.all(
    ids.filter((id) => uuid.test(id)).map(async (id) => [id, await ifServed(read(client, id))] as const),
  );
}

/** What a person can mean: its name, with its detail if others have the same. An id is one of its own. */
export function meantBy(text: string, names: Names): readonly Named[] {
  const wanted = text.toLowerCase();
  const all = [...new Set(names.values())].filter((named) => named !== undefined);
  const exactly = all.filter((named) =>
    [named.name, named.detail, labelOf(named), ...named.ids].some((each) => each.toLowerCase() === wanted),
  );
  return exactly.length > 0 ? exactly : all.filter((named) => labelOf(named).toLowerCase().includes(wanted));
}

/** `Nightly (credential, created 24 November 2026, 03:05 UTC)` */
export function labelOf({ name, detail }: Pick<Named, 'name' | 'detail'>): string {
  return name === detail ? name : `${name} (${detail})`;
}
