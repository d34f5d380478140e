import {
  changedClient,
  type ClientFilter,
  emptyClient,
  type ClientRefusal,
  type ClientWrite,
  type OrgClient,
  type OrgClientChange,
  type OrgClients,
  OrgClientStore,
} from '@governance/assessments';
import { ListPages } from '@governance/http';
import { type ListPage, type OrgViewer } from '@governance/iam';
import { auditContextOf, InMemoryMemberDirectory, machineOf, personOf } from '@governance/iam/spec';
import { type ProblemKind } from '@governance/kernel';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { expectProblem } from '../../spec/expect-problem';
import { ClientOwners } from './client-owners';
import { ClientsService } from './clients.service';

const ours = machineOf('org_acme');
const clock = new FixedClock();
const creating = auditContextOf(ours, 'org-clients:create');
const updating = auditContextOf(ours, 'org-clients:update');
const deleting = auditContextOf(ours, 'org-clients:delete');
const page = { limit: undefined, cursor: undefined };
const filter = { search: undefined, tag: undefined, owner: undefined, archived: undefined };

/** The clients of one organization. `refusal` is that of the next creation. */
class Clients extends OrgClientStore implements OrgClients {
  readonly quota = 7;
  readonly writes: ClientWrite[] = [];
  readonly filters: ClientFilter[] = [];
  readonly viewers: OrgViewer[] = [];
  entries: readonly OrgClient[] = [];
  refusal: ClientRefusal | undefined;

  forViewer(viewer: OrgViewer): OrgClients {
    this.viewers.push(viewer);
    return this;
  }

  list({ limit }: ListPage, asked: ClientFilter): Promise<readonly OrgClient[]> {
    this.filters.push(asked);
    return Promise.resolve(this.entries.slice(0, limit));
  }

  find(id: string): Promise<OrgClient | undefined> {
    return Promise.resolve(this.entries.find((entry) => entry.id === id));
  }

  among(): never {
    throw new Error('not asked for');
  }

  create(client: OrgClient, write: ClientWrite): Promise<OrgClient | ClientRefusal> {
    if (this.refusal) return Promise.resolve(this.refusal);
    this.writes.push(write);
    this.entries = [client, ...this.entries];
    return Promise.resolve(client);
  }

  async change(
    id: string,
    change: OrgClientChange,
    write: ClientWrite,
  ): Promise<OrgClient | 'unknown' | 'taken'> {
    const before = await this.find(id);
    if (before === undefined) return 'unknown';
    if (this.refusal) return 'taken';
    this.writes.push(write);
    return { ...before, ...changedClient(before, change), updatedAt: write.now };
  }

  import(): never {
    throw new Error('no import');
  }

  async delete(id: string, write: ClientWrite): Promise<boolean> {
    const isKnown = (await this.find(id)) !== undefined;
    if (isKnown) this.writes.push(write);
    this.entries = this.entries.filter((entry) => entry.id !== id);
    return isKnown;
  }
}

const emptyOf = (n: number): OrgClient => ({
  ...emptyClient,
  declaredName: undefined,
  id: `client-${n}`,
  createdAt: clock.now(),
  updatedAt: clock.now(),
});

describe('ClientsService', () => {
  let store: Clients;
  let members: InMemoryMemberDirectory;
  let service: ClientsService;
  beforeEach(() => {
    [store, members] = [new Clients(), new InMemoryMemberDirectory()];
    members.put('org_acme', { id: 'user_ada', role: 'viewer' });
    members.put('org_globex', { id: 'user_bob', role: 'viewer' });
    const pages = new ListPages(newTestKeyring());
    service = new ClientsService(store, new ClientOwners(members), pages, clock);
  });

  const unknown = 'there is no client with this id';
  const ownerRefused = 'owner_id must be the id of a member of the organization';

  it('creates a client in canonical form, with its audit context', async () => {
    const created = await service.create(
      ours,
      { name: ' Globex ', tags: ['Gold'], ownerId: 'user_ada' },
      creating,
    );
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      name: 'Globex',
      declaredName: undefined,
      contactName: undefined,
      contactEmail: undefined,
      reference: undefined,
      domain: undefined,
      tags: ['gold'],
      ownerId: 'user_ada',
      memberIds: [],
      isArchived: false,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    });
    expect(store.writes).toEqual([{ now: clock.now(), audit: creating }]);
  });

  it('reads and writes as the caller sees clients', async () => {
    const manager = personOf('org_acme', ['org:clients:read', 'org:clients:write']);
    for (const [caller, sees] of [
      [ours, 'unassigned'],
      [personOf('org_acme'), 'all'],
      [manager, { member: 'ada' }],
    ] as const) {
      const { id } = await service.create(caller, { name: 'Globex' }, creating);
      await service.list(caller, { page, filter });
      await service.export(caller, filter);
      await service.change(caller, id, { request: { tags: [] }, write: updating });
      await service.delete(caller, id, deleting);
      expect(store.viewers.splice(0)).toEqual(Array.from({ length: 6 }, () => ({ orgId: 'org_acme', sees })));
    }
  });

  it('lets only a caller who sees all clients assign members, who are members of the organization § 10.22c', async () => {
    const admin = personOf('org_acme');
    const { id } = await service.create(admin, { name: 'Globex', memberIds: ['user_ada'] }, creating);
    const assign = (memberIds: readonly string[], by: typeof admin | typeof ours = admin): Promise<unknown> =>
      service.change(by, id, { request: { memberIds }, write: updating });
    expect(await assign(['user_ada', 'user_ada'])).toMatchObject({ memberIds: ['user_ada'] });
    expect(await assign([])).toMatchObject({ memberIds: [] });
    const members = 'member_ids must be ids of members of the organization';
    for (const memberIds of [['user_ada', 'user_bob'], ['a b'], ['']])
      await expectProblem(assign(memberIds), 'invalid', members);
    const many = Array.from({ length: 51 }, (_, n) => `user_${n}`);
    await expectProblem(assign(many), 'invalid', 'member_ids must have at most 50 ids');
    const text = 'only an account-admin decides which members a client is assigned to';
    for (const by of [ours, personOf('org_acme', ['org:clients:write'])]) {
      for (const memberIds of [[], ['user_ada']])
        await expectProblem(assign(memberIds, by), 'forbidden', text);
      const creation = service.create(by, { name: 'Hooli', memberIds: ['ada'] }, creating);
      await expectProblem(creation, 'forbidden', text);
    }
  });

  it.each<[ClientRefusal, ProblemKind, string]>([
    ['full', 'conflict', 'the organization has 7 clients already: delete one first'],
    ['taken', 'conflict', 'another client of the organization has this reference'],
  ])('refuses a creation that the store finds %s', async (refusal, kind, text) => {
    store.refusal = refusal;
    await expectProblem(service.create(ours, { name: 'Globex' }, creating), kind, text);
  });

  it('refuses an owner who is no member of the organization, before it writes', async () => {
    for (const ownerId of ['user_bob', 'user_eve']) {
      await expectProblem(
        service.create(ours, { name: 'Globex', ownerId }, creating),
        'invalid',
        ownerRefused,
      );
    }
    expect(store.writes).toEqual([]);
  });

  it('takes any owner where the platform knows no members, and asks for none that stays', async () => {
    const pages = new ListPages(newTestKeyring());
    const unmanaged = new ClientsService(store, new ClientOwners(undefined), pages, clock);
    const { id } = await unmanaged.create(ours, { name: 'Globex', ownerId: 'user_eve' }, creating);
    const renamed = await service.change(ours, id, { request: { name: 'Hooli' }, write: updating });
    expect(renamed).toMatchObject({ name: 'Hooli', ownerId: 'user_eve' });
    const without = await service.change(ours, id, { request: { ownerId: null }, write: updating });
    expect(without.ownerId).toBeUndefined();
  });

  it('changes a client by its id in any case, and refuses a reference of another one', async () => {
    const { id } = await service.create(ours, { name: 'Globex' }, creating);
    const change = { request: { isArchived: true }, write: updating };
    expect(await service.change(ours, id.toUpperCase(), change)).toMatchObject({ id, isArchived: true });
    store.refusal = 'taken';
    const text = 'another client of the organization has this reference';
    await expectProblem(service.change(ours, id, change), 'conflict', text);
  });

  it('finds, changes and deletes none by an unknown or malformed id, with any request', async () => {
    for (const id of [randomUUID(), 'not-an-id', '']) {
      await expectProblem(service.get(ours, id), 'not_found', unknown);
      await expectProblem(service.delete(ours, id, deleting), 'not_found', unknown);
      for (const request of [{}, { ownerId: 'user_eve' }])
        await expectProblem(service.change(ours, id, { request, write: updating }), 'not_found', unknown);
    }
    expect(store.writes).toEqual([]);
  });

  it('deletes a client once', async () => {
    const { id } = await service.create(ours, { name: 'Globex' }, creating);
    await service.delete(ours, id.toUpperCase(), deleting);
    expect(store.writes.at(-1)).toEqual({ now: clock.now(), audit: deleting });
    await expectProblem(service.delete(ours, id, deleting), 'not_found', unknown);
  });

  it('lists pages by a checked filter', async () => {
    for (const name of ['One', 'Two', 'Three']) await service.create(ours, { name }, creating);
    const listed = await service.list(ours, {
      page: { ...page, limit: 2 },
      filter: { ...filter, search: 'ONE two', archived: 'false' },
    });
    expect(listed.entries).toHaveLength(2);
    expect(listed.nextCursor).toEqual(expect.any(String));
    expect(store.filters).toEqual([
      { words: new Set(['one', 'two']), tag: undefined, ownerId: undefined, isArchived: false },
    ]);
  });

  it('exports every page of the list', async () => {
    const many = Array.from({ length: 450 }, (_, n) => ({ ...emptyOf(n), name: `Client ${n}` }));
    store.list = ({ limit, after }) => {
      const start = many.findIndex(({ id }) => id === after?.id) + 1;
      return Promise.resolve(many.slice(start, start + limit));
    };
    expect(await service.export(ours, filter)).toEqual(many);
  });

  it('refuses a condition or a detail before it reads', async () => {
    store.forViewer = () => {
      throw new Error('read');
    };
    const wrong = service.list(ours, { page, filter: { ...filter, archived: 'no' } });
    await expectProblem(wrong, 'invalid', 'archived must be true or false');
    await expectProblem(
      service.change(ours, randomUUID(), { request: { name: '' }, write: updating }),
      'invalid',
      'name must have 1 to 100 characters',
    );
  });
});
