import {
  type Campaign,
  type CampaignClient,
  type CampaignCreation,
  type CampaignDraft,
  type CampaignEnd,
  type CampaignProgress,
  type CampaignsAsked,
  CampaignStore,
  type CampaignWithProgress,
  type CampaignWrite,
  emptyClient,
  type OrgCampaigns,
  type OrgClient,
  type OrgClients,
  type OrgClientStore,
} from '@governance/assessments';
import { ListPages } from '@governance/http';
import { type Domain, type DomainDirectory, type OrgViewer, viewerOf } from '@governance/iam';
import { auditContextOf, FaultyWire, InMemoryOrganizationDirectory, machineOf } from '@governance/iam/spec';
import { type ProblemKind, RuleViolation } from '@governance/kernel';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../spec/expect-problem';
import { CampaignRecipients } from './campaign-recipients';
import { CampaignSenders } from './campaign-senders';
import { CampaignsService } from './campaigns.service';

const ours = machineOf('org_acme');
const clock = new FixedClock('2026-11-20T12:00:00.000Z');
const creating = auditContextOf(ours, 'org-campaigns:create');
const page = { limit: undefined, cursor: undefined };
const details = {
  name: ' Spring ',
  mode: 'msp-self',
  message: undefined,
  dueAt: '2026-12-01T12:00:00Z',
};
const nothingYet: CampaignProgress = {
  clients: 0,
  sent: 0,
  opened: 0,
  started: 0,
  submitted: 0,
  overdue: 0,
  failed: 0,
  optedOut: 0,
};

/** The campaigns of one organization. `creation` is the outcome of the next creation. */
class Campaigns extends CampaignStore implements OrgCampaigns {
  readonly writes: CampaignWrite[] = [];
  readonly drafts: CampaignDraft[] = [];
  readonly asked: CampaignsAsked[] = [];
  isHidden = false;
  entries: readonly CampaignWithProgress[] = [];
  creation: CampaignCreation = { outcome: 'created', optedOut: new Set() };

  forViewer(viewer: OrgViewer): OrgCampaigns {
    expect(viewer).toEqual(viewerOf(ours));
    return this;
  }

  create(
    campaign: Campaign,
    drafts: readonly CampaignDraft[],
    write: CampaignWrite,
  ): Promise<CampaignCreation> {
    if (this.creation.outcome === 'created') {
      this.writes.push(write);
      this.drafts.push(...drafts);
      this.entries = [{ ...campaign, progress: { ...nothingYet, clients: drafts.length } }, ...this.entries];
    }
    return Promise.resolve(this.creation);
  }

  list(_page: unknown, asked: CampaignsAsked): Promise<readonly CampaignWithProgress[]> {
    this.asked.push(asked);
    return Promise.resolve(this.entries);
  }

  find(id: string): Promise<CampaignWithProgress | undefined> {
    return Promise.resolve(this.entries.find((entry) => entry.id === id));
  }

  clients(): Promise<readonly CampaignClient[]> {
    return Promise.resolve([]);
  }

  async close(id: string, write: CampaignWrite): Promise<CampaignEnd> {
    if ((await this.find(id)) === undefined) return 'unknown';
    if (this.isHidden) return 'hidden';
    this.writes.push(write);
    return 'done';
  }

  delete(id: string, write: CampaignWrite): Promise<CampaignEnd> {
    return this.close(id, write);
  }
}

const clientOf = (name: string, overrides: Partial<OrgClient> = {}): OrgClient => ({
  ...emptyClient,
  declaredName: undefined,
  id: randomUUID(),
  name,
  contactEmail: `${name}@globex.example`,
  createdAt: clock.now(),
  updatedAt: clock.now(),
  ...overrides,
});

const domainOf = (name: string, provenAt: Date | undefined): Domain => ({
  name,
  connectionId: undefined,
  challenge: { recordName: 'r', recordValue: 'v', expiresAt: clock.now() },
  provenAt,
  missingSince: undefined,
  lapsedAt: undefined,
  createdAt: clock.now(),
});

const directoryOf = (all: () => readonly Domain[]): DomainDirectory =>
  ({ ofOrg: () => Promise.resolve(all()) }) as Partial<DomainDirectory> as DomainDirectory;

describe('CampaignsService', () => {
  let store: Campaigns;
  let known: readonly OrgClient[];
  let domains: readonly Domain[];
  let organizations: InMemoryOrganizationDirectory;
  let filters: unknown[];
  let service: CampaignsService;
  beforeEach(async () => {
    [store, known, filters] = [new Campaigns(), [clientOf('ada'), clientOf('bob')], []];
    domains = [
      domainOf('waiting.example', undefined),
      domainOf('later.example', new Date('2026-11-02T00:00:00Z')),
      domainOf('acme.example', new Date('2026-11-01T00:00:00Z')),
    ];
    organizations = new InMemoryOrganizationDirectory(new FaultyWire(() => new Error('lost')));
    await organizations.create({ id: 'org_acme', name: 'Acme' });
    const clients: Partial<OrgClients> = {
      among: (ids: readonly string[]) =>
        Promise.resolve(new Map(known.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each]))),
      list: (_page: unknown, filter: unknown) => {
        filters.push(filter);
        return Promise.resolve(known);
      },
    };
    const clientStore = {
      forViewer: () => clients as OrgClients,
    } as Partial<OrgClientStore> as OrgClientStore;
    const directory = directoryOf(() => domains);
    service = new CampaignsService(
      store,
      new CampaignSenders(directory, organizations),
      new CampaignRecipients(clientStore),
      new ListPages(newTestKeyring()),
      clock,
    );
  });

  const create = (clients: Parameters<CampaignsService['create']>[1]['clients'], changes = {}) =>
    service.create(ours, { details: { ...details, ...changes }, clients }, creating);

  it('asks the clients with the ids, for the organization with the domain that it has proven first', async () => {
    const [ada, bob] = known;
    const { campaign, leftOut } = await create({ ids: [ada?.id ?? '', bob?.id ?? ''] });
    expect(campaign).toMatchObject({
      name: 'Spring',
      sender: { name: 'Acme', domain: 'acme.example' },
      createdAt: clock.now(),
      createdBy: creating.actor.subject,
      progress: { clients: 2 },
    });
    expect(leftOut).toEqual([]);
    expect(store.drafts.map(({ clientId, recipient }) => [clientId, recipient])).toEqual([
      [ada?.id, 'ada@globex.example'],
      [bob?.id, 'bob@globex.example'],
    ]);
    expect(store.writes).toEqual([{ now: clock.now(), audit: creating }]);
  });

  it('asks those that a filter finds, and never archived ones', async () => {
    await create({ filter: { tag: 'Gold' } });
    expect(filters).toEqual([expect.objectContaining({ tag: 'gold', isArchived: false })]);
    expect(store.drafts).toHaveLength(2);
  });

  it('names those who get no mail, and why', async () => {
    const [ada] = known;
    const [archived, mute, stranger] = [
      clientOf('old', { isArchived: true }),
      clientOf('mute', { contactEmail: undefined }),
      randomUUID(),
    ];
    known = [...known, archived, mute];
    store.creation = { outcome: 'created', optedOut: new Set([ada?.id ?? '']) };
    const { leftOut } = await create({ ids: [...known.map(({ id }) => id), stranger] });
    expect(leftOut).toEqual([
      { clientId: archived.id, reason: 'archived' },
      { clientId: mute.id, reason: 'no_contact' },
      { clientId: stranger, reason: 'unknown' },
      { clientId: ada?.id, reason: 'opted_out' },
    ]);
  });

  it('has the id of an organization that has no name', async () => {
    organizations = new InMemoryOrganizationDirectory(new FaultyWire(() => new Error('lost')));
    const nameless = new CampaignSenders(
      directoryOf(() => domains),
      organizations,
    );
    expect(await nameless.of('org_acme')).toEqual({ name: 'org_acme', domain: 'acme.example' });
  });

  it('needs a proven domain', async () => {
    domains = domains.slice(0, 1);
    await expectProblem(
      create({ filter: {} }),
      'conflict',
      'the organization has no proven domain: prove one first',
    );
    expect(store.writes).toEqual([]);
  });

  it.each<[CampaignCreation['outcome'], ProblemKind, string]>([
    ['taken', 'conflict', 'another campaign of the organization has this name'],
    ['full', 'conflict', 'the organization has 1000 campaigns already: delete one first'],
    ['first', 'conflict', 'the first campaign of an organization has at most 50 clients'],
    [
      'nobody',
      'conflict',
      'none of these clients can be asked: each needs a contact, and must not be archived',
    ],
  ])('is refused when it is %s', async (outcome, kind, text) => {
    store.creation = { outcome } as CampaignCreation;
    await expectProblem(create({ filter: {} }), kind, text);
  });

  it('finds, closes and deletes a campaign by its id in any case', async () => {
    const { campaign } = await create({ filter: {} });
    const id = campaign.id.toUpperCase();
    expect(await service.get(ours, id)).toEqual(campaign);
    expect(await service.list(ours, { page, clientId: undefined })).toMatchObject({ entries: [campaign] });
    expect(await service.clients(ours, id, page)).toMatchObject({ dueAt: campaign.dueAt, now: clock.now() });
    expect(await service.close(ours, id, creating)).toEqual(campaign);
    await service.delete(ours, id, creating);
    expect(store.writes).toHaveLength(3);
  });

  it('lists those that ask a client, by its id in any case', async () => {
    const [ada] = known;
    await service.list(ours, { page, clientId: ada?.id.toUpperCase() });
    expect(store.asked).toEqual([{ now: clock.now(), clientId: ada?.id }]);
    await expect(service.list(ours, { page, clientId: 'globex' })).rejects.toThrow(
      new RuleViolation('client_id must be the id of a client'),
    );
  });

  it('ends no campaign with clients that the caller does not see', async () => {
    const { campaign } = await create({ filter: {} });
    store.isHidden = true;
    const text = 'the campaign has clients that you do not see: an account admin can end it';
    for (const end of [
      service.close(ours, campaign.id, creating),
      service.delete(ours, campaign.id, creating),
    ])
      await expectProblem(end, 'conflict', text);
  });

  it.each(['', 'spring', randomUUID()])('answers 404 for the id %j', async (id) => {
    const unknown = 'there is no campaign with this id';
    for (const call of [
      () => service.get(ours, id),
      () => service.clients(ours, id, page),
      () => service.close(ours, id, creating),
      () => service.delete(ours, id, creating),
    ])
      await expectProblem(call(), 'not_found', unknown);
  });
});
