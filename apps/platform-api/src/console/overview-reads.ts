import { type PlatformClient, type PlatformTypes } from '@governance/client';
import { withYou } from './audit/audit-list';
import { type Names, namesOf } from './audit/audit-names';
import { thingsIn } from './audit/audit-view';
import { ifServed } from './if-served';
import { soonMs } from './moments';
import { dueQuery } from './results/result-list';

type Schemas = PlatformTypes['schemas'];

const mostShown = 10;
const fewShown = 5;
const weekMs = 7 * 24 * 60 * 60_000;

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
    const soon = new Date(this.now.getTime() + soonMs);
    const query = { expires_before: soon.toISOString(), limit: 200 };
    return (await ifServed(this.client.get('/iam/m2m-credentials', { query })))?.credentials;
  }

  async dueResults(): Promise<Schemas['OrgResult'][] | undefined> {
    const query = { ...dueQuery(this.now), limit: mostShown };
    return (await ifServed(this.client.get('/org/results', { query })))?.results;
  }

  /** Filtered pages may be empty before the last one. */
  async pendingInvitations(): Promise<Schemas['ListedInvitation'][]> {
    const query = { status: 'pending', limit: 200 } as const;
    return this.all(this.client.pages('/iam/org-invitations', { query }), ({ invitations }) => invitations);
  }

  /** The API does not filter members. */
  async members(): Promise<Schemas['Member'][]> {
    return this.all(this.client.pages('/iam/members', { query: { limit: 200 } }), ({ members }) => members);
  }

  /** What was refused in the last week, the latest tests of connections, and the latest changes. */
  async trail(): Promise<Trail> {
    const from = new Date(this.now.getTime() - weekMs).toISOString();
    const [refused, tests, changes, connections] = await Promise.all([
      this.events({ outcome: 'refused', from, limit: fewShown }),
      this.events({ operation: 'connections:test', limit: 50 }),
      this.events({ outcome: 'done', limit: fewShown }),
      ifServed(this.client.get('/iam/connections')),
    ]);
    const named = await namesOf(this.client, [...refused, ...changes].flatMap(thingsIn));
    const names = withYou(named, this.you);
    return { refused, tests, changes, connections: connections?.connections ?? [], names };
  }

  private async events(query: object): Promise<Schemas['AuditEvent'][]> {
    return (await ifServed(this.client.get('/iam/audit-events', { query })))?.audit_events ?? [];
  }

  private async all<Page, Entry>(
    pages: AsyncIterator<Page> & AsyncIterable<Page>,
    entriesOf: (page: Page) => readonly Entry[],
  ): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (;;) {
      const page = await ifServed(pages.next());
      if (page === undefined || page.done === true) return entries;
      entries.push(...entriesOf(page.value));
    }
  }
}
