import { everythingOf, type OrgViewer } from '@governance/iam';
import { type OrgResults } from '@governance/assessments';
import { opened } from '@governance/testing';
import { AttachingOrganization, organizationName } from '../../spec/attaching-organization';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { rowsSeen } from '../../spec/credential-fixtures';
import { openTestStores } from '../../spec/fixtures';
import { PostgresOrgResultStore } from './postgres-org-result.store';

describe('the results that a viewer sees', () => {
  const stores = opened(openTestStores);
  let our: AttachingOrganization;
  /** Clients: one without members, and one of Ada. Each has a result, by the same name. */
  let clients: { readonly shared: string; readonly ofAda: string };
  let results: { readonly shared: string; readonly ofAda: string };
  beforeEach(async () => {
    our = new AttachingOrganization(stores);
    clients = { shared: await newClient(), ofAda: await newClient(['user_ada']) };
    results = { shared: await attached(clients.shared), ofAda: await attached(clients.ofAda) };
  });

  async function newClient(memberIds: readonly string[] = []): Promise<string> {
    const client = clientOf({ memberIds });
    await our.clients.forViewer(everythingOf(our.orgId)).create(client, writingClient('create', our.orgId));
    return client.id;
  }
  async function attached(clientId: string): Promise<string> {
    const { id } = await our.submit({ organizationName });
    expect(await our.attach(id, our.ours, clientId)).toBe('attached');
    return id;
  }
  const seenBy = (sees: OrgViewer['sees']): OrgResults =>
    new PostgresOrgResultStore(stores.database, stores.keyring, { results: 3, clients: 20 }).forViewer({
      orgId: our.orgId,
      sees,
    });
  const ada = { member: 'user_ada' };
  const bob = { member: 'user_bob' };

  it('are those of the clients that the viewer sees, by every condition § 10.22b 10.22d', async () => {
    for (const [sees, visible] of [
      ['all', [results.ofAda, results.shared]],
      [ada, [results.ofAda, results.shared]],
      [bob, [results.shared]],
      ['unassigned', [results.shared]],
    ] as const) {
      const by = seenBy(sees);
      for (const filter of [{}, { isLatest: true }, { clientWords: new Set(['globex']) }])
        expect((await our.list(filter, by)).map(({ id }) => id).toSorted()).toEqual(visible.toSorted());
      const isVisible = (visible as readonly string[]).includes(results.ofAda);
      expect((await by.find(results.ofAda))?.id).toBe(isVisible ? results.ofAda : undefined);
      expect(await our.list({ clientId: clients.ofAda }, by)).toHaveLength(isVisible ? 1 : 0);
    }
  });

  it('are neither detached nor moved unseen, nor attached to a hidden client', async () => {
    const fresh = await our.submit();
    for (const sees of [bob, 'unassigned'] as const) {
      const by = seenBy(sees);
      expect(await our.detach(results.ofAda, by)).toBe(false);
      expect(await our.attach(results.ofAda, by, clients.shared)).toBe('unknown-client');
      expect(await our.attach(fresh.id, by, clients.ofAda)).toBe('unknown-client');
      expect(await our.attach(results.shared, by, clients.ofAda)).toBe('unknown-client');
      expect(await our.attach(results.ofAda, by)).toBe('known');
    }
    expect((await our.ours.find(results.ofAda))?.clientId).toBe(clients.ofAda);
    expect((await our.ours.find(results.shared))?.clientId).toBe(clients.shared);
  });

  it('count for the quota of the organization, seen or not § 10.22f', async () => {
    const [third, fourth] = [await our.submit(), await our.submit()];
    expect(await our.attach(third.id, seenBy('unassigned'))).toBe('attached');
    expect(await our.attach(fourth.id, seenBy('unassigned'))).toBe('full');
  });

  it('become visible and hidden with the assignment of their client', async () => {
    const admin = our.clients.forViewer(everythingOf(our.orgId));
    const assign = (memberIds: readonly string[]) =>
      admin.change(clients.ofAda, { memberIds }, writingClient('update', our.orgId));
    await assign(['user_bob']);
    expect(await seenBy(ada).find(results.ofAda)).toBeUndefined();
    expect((await seenBy(bob).find(results.ofAda))?.id).toBe(results.ofAda);
    await assign([]);
    expect((await seenBy('unassigned').find(results.ofAda))?.id).toBe(results.ofAda);
  });

  it('are those of clients without members in a transaction that names no viewer, through the view too', async () => {
    const { url } = stores.testDatabase;
    for (const text of ['SELECT result_id AS id FROM org_results', 'SELECT id FROM attached_results'])
      expect(await rowsSeen(url, text, { orgId: our.orgId })).toEqual([{ id: results.shared }]);
  });
});
