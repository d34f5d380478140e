import { type OrgClient, OrgClientStore } from '@governance/assessments';
import { type OrgViewer } from '@governance/iam';

/** Clients that are only read, of one organization. `opened` has the ids of those whose names were opened. */
export class ReadClients extends OrgClientStore {
  readonly quota = 7;
  readonly opened: string[] = [];

  constructor(private readonly clients: readonly OrgClient[]) {
    super();
  }

  forViewer({ orgId }: OrgViewer): ReturnType<OrgClientStore['forViewer']> {
    expect(orgId).toBe('org_acme');
    const other = (): never => {
      throw new Error('clients are only read');
    };
    return {
      list: other,
      find: (id) => Promise.resolve(this.clients.find((client) => client.id === id)),
      among: (ids) => {
        this.opened.push(...ids);
        const known = this.clients.filter(({ id }) => ids.includes(id));
        return Promise.resolve(new Map(known.map((client) => [client.id, client])));
      },
      create: other,
      change: other,
      import: other,
      delete: other,
    };
  }
}
