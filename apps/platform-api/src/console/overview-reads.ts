import { type PlatformClient, type PlatformTypes } from '@governance/client';
import { withYou } from './audit/audit-list';
import { type Names, namesOf, namesOfMembers } from './audit/audit-names';
import { thingsIn } from './audit/audit-view';
import { ifServed } from './if-served';
import { soonFrom } from './moments';
import { dueQuery } from './results/result-list';

type Schemas = PlatformTypes['schemas'];

const mostShown = 10;
const fewShown = 5;
/** Of a list that the API does not filter: 1,000 entries. */
const mostPages = 5;
const weekMs = 7 * 24 * 60 * 60_000;

export interface ReadMembers {
  readonly members: readonly Schemas['Member'][];
  readonly isAll: boolean;
  readonly hasMore: boolean;
}

/** Where members are not served. */
export const noMembers: ReadMembers = { members: [], isAll: false, hasMore: false };

interface Trail {
  readonly refused: readonly Schemas['AuditEvent'][];
  readonly tests: readonly Schemas['AuditEvent'][];
  readonly changes: readonly Schemas['AuditEvent'][];
  readonly connections: readonly Schemas['Connection'][];
  readonly names: Names;
}

/** What the overview reads from the API; undefined or empty where a group is not live. */
export class OverviewReads {
  constructor(
    private readonly client: PlatformClient,
    private readonly now: Date,
    private readonly you: Parameters<typeof withYou>[1],
  ) {}

  async endingCredentials(): Promise<Schemas['Credential'][] | undefined> {
    const query = { expires_before: soonFrom(this.now), limit: 200 };
    return (await ifServed(this.client.get('/iam/m2m-credentials', { query })))?.credentials;
  }

  async dueResults(): Promise<Schemas['OrgResult'][] | undefined> {
    const query = { ...dueQuery(this.now), limit: mostShown };
    return (await ifServed(this.client.get('/org/results', { query })))?.results;
  }

  /** Filtered pages may be empty before the last one. */
  async pendingInvitations(): Promise<Schemas['ListedInvitation'][]> {
    const query = { status: 'pending', limit: 200 } as const;
    const pages = await firstOf(this.client.pages('/iam/org-invitations', { query }));
    return pages.flatMap(({ invitations }) => invitations);
  }

  /** The newest. The API does not filter them. */
  async members(): Promise<ReadMembers> {
    const pages = await firstOf(this.client.pages('/iam/members', { query: { limit: 200 } }));
    const last = pages.at(-1);
    if (!last) return noMembers;
    const hasMore = last.next_cursor !== undefined;
    return { members: pages.flatMap(({ members }) => members), isAll: !hasMore, hasMore };
  }

  /** What was refused in the last week, the latest tests of connections, and the latest changes. */
  async trail(members: Promise<ReadMembers> | undefined): Promise<Trail> {
    const from = new Date(this.now.getTime() - weekMs).toISOString();
    const [refused, tests, changes, connections] = await Promise.all([
      this.events({ outcome: 'refused', from, limit: fewShown }),
      this.events({ operation: 'connections:test', limit: 50 }),
      this.events({ outcome: 'done', limit: fewShown }),
      ifServed(this.client.get('/iam/connections')),
    ]);
    const things = [...refused, ...changes].flatMap(thingsIn);
    const others = await namesOf(
      this.client,
      things.filter(({ kind }) => kind !== 'member'),
    );
    const people = members ? namesOfMembers(await members, things) : [];
    const names = withYou(new Map([...others, ...people]), this.you);
    return { refused, tests, changes, connections: connections?.connections ?? [], names };
  }

  private async events(query: object): Promise<Schemas['AuditEvent'][]> {
    return (await ifServed(this.client.get('/iam/audit-events', { query })))?.audit_events ?? [];
  }
}

async function firstOf<Page>(pages: AsyncIterable<Page>): Promise<readonly Page[]> {
  const read = async (): Promise<readonly Page[]> => {
    const first: Page[] = [];
    for await (const page of pages) {
      first.push(page);
      if (first.length === mostPages) break;
    }
    return first;
  };
  return (await ifServed(read())) ?? [];
}
