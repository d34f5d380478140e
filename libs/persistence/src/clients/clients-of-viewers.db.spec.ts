import { type OrgClient, type OrgClients } from '@governance/assessments';
import { everythingOf, type OrgViewer } from '@governance/iam';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, openTestStores } from '../../spec/fixtures';
import { asViewer } from '../access/scoped-transactions';
import { PostgresOrgClientStore } from './postgres-org-client.store';

const filter = { words: undefined, tag: undefined, ownerId: undefined, isArchived: undefined };
const whole = { limit: 100, after: undefined };

describe('the clients that a viewer sees', () => {
  const stores = opened(openTestStores);
  let orgId: string;
  let store: PostgresOrgClientStore;
  let admin: OrgClients;
  /** A client without members, and two that are assigned. */
  let [shared, ofAda, ofBob]: OrgClient[] = [];
  beforeEach(async () => {
    orgId = `org-${randomUUID()}`;
    store = new PostgresOrgClientStore(stores.database, stores.keyring, 6);
    admin = store.forViewer(everythingOf(orgId));
    shared = await create(admin, { reference: 'S-1' });
    ofAda = await create(admin, { reference: 'A-1', memberIds: ['user_ada', 'user_eve'] });
    ofBob = await create(admin, { reference: 'B-1', memberIds: ['user_bob'] });
  });

  let made = 0;
  async function create(by: OrgClients, overrides: Partial<OrgClient>): Promise<OrgClient> {
    made += 1;
    const client = clientOf({ createdAt: laterBy(made), ...overrides });
    expect(await by.create(client, writingClient('create', orgId))).toEqual(client);
    return client;
  }
  const seenBy = (sees: OrgViewer['sees'], of = orgId): OrgClients => store.forViewer({ orgId: of, sees });
  const member = (id: string): OrgClients => seenBy({ member: id });
  const idsOf = (clients: readonly (OrgClient | undefined)[]): (string | undefined)[] =>
    clients.map((client) => client?.id);

  it('are all for an account-admin, those without members for a machine, and one’s own besides for a member § 10.22b 10.22d', async () => {
    for (const [viewer, visible] of [
      [admin, [ofBob, ofAda, shared]],
      [seenBy('unassigned'), [shared]],
      [member('user_ada'), [ofAda, shared]],
      [member('user_eve'), [ofAda, shared]],
      [member('user_bob'), [ofBob, shared]],
      [member('user_none'), [shared]],
      [member('*'), [shared]],
      [seenBy('all', `other-${orgId}`), []],
      [seenBy({ member: 'user_ada' }, `other-${orgId}`), []],
    ] as const) {
      for (const words of [undefined, new Set(['globex'])])
        expect(idsOf(await viewer.list(whole, { ...filter, words }))).toEqual(idsOf(visible));
      for (const client of [shared, ofAda, ofBob]) {
        const isVisible = (visible as readonly unknown[]).includes(client);
        expect(await viewer.find(client?.id ?? '')).toEqual(isVisible ? client : undefined);
      }
    }
  });

  it('cannot be changed or deleted unseen, and cannot be hidden from oneself', async () => {
    const [bob, id] = [member('user_bob'), ofAda?.id ?? ''];
    const changing = writingClient('update', orgId);
    expect(await bob.change(id, { name: 'Theirs' }, changing)).toBe('unknown');
    expect(await bob.delete(id, writingClient('delete', orgId))).toBe(false);
    const [line] = await bob.import([{ id, change: { name: 'Theirs' }, newId: randomUUID() }], changing);
    expect(line).toEqual({ outcome: 'unknown' });
    expect(await admin.find(id)).toEqual(ofAda);
    // The service refuses it first: row-level security is the second wall.
    const assigning = bob.change(shared?.id ?? '', { memberIds: ['user_ada'] }, changing);
    await expect(assigning).rejects.toThrow('row-level security');
    expect(await admin.find(shared?.id ?? '')).toEqual(shared);
  });

  it('share the quota and the references of the organization with the hidden ones § 10.22f', async () => {
    const machine = seenBy('unassigned');
    const writing = writingClient('create', orgId);
    for (const reference of ['A-1', 'B-1', 'S-1'])
      expect(await machine.create(clientOf({ reference }), writing)).toBe('taken');
    expect(await machine.change(shared?.id ?? '', { reference: 'A-1' }, writing)).toBe('taken');
    const lines = ['A-1', 'B-1', 'S-1'].map((reference) => ({
      id: undefined,
      change: { name: 'Imported', reference },
      newId: randomUUID(),
    }));
    expect((await machine.import(lines, writing)).map(({ outcome }) => outcome)).toEqual([
      'taken',
      'taken',
      'updated',
    ]);
    for (let n = 0; n < 3; n += 1) await create(machine, {});
    expect(await machine.create(clientOf(), writing)).toBe('full');
    expect(await machine.list(whole, filter)).toHaveLength(4);
    expect(await admin.find(ofAda?.id ?? '')).toEqual(ofAda);
  });

  it('change with the assignment, for the next transaction', async () => {
    const changing = writingClient('update', orgId);
    const [ada, id] = [member('user_ada'), ofAda?.id ?? ''];
    await admin.change(id, { memberIds: ['user_bob'] }, changing);
    expect([await ada.find(id), (await member('user_bob').find(id))?.id]).toEqual([undefined, id]);
    await admin.change(id, { memberIds: [] }, changing);
    expect((await ada.find(id))?.id).toBe(id);
  });

  it('are those without members in a transaction that names no viewer, with their words alone', async () => {
    const count = 'SELECT count(DISTINCT client_id)::integer AS n FROM org_client_words';
    const ids = 'SELECT id FROM org_clients';
    const { url } = stores.testDatabase;
    expect(await rowsSeen(url, ids, { orgId })).toEqual([{ id: shared?.id }]);
    expect(await rowsSeen(url, count, { orgId })).toEqual([{ n: 1 }]);
    for (const [sees, n] of [
      ['all', 3],
      [{ member: 'user_bob' }, 2],
      ['unassigned', 1],
    ] as const) {
      const { rows } = await asViewer(stores.database, { orgId, sees }, (query) =>
        query<{ n: number }>(count, []),
      );
      expect(rows).toEqual([{ n }]);
    }
  });
});
