import { type Campaign, type OrgClient } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { campaignOf, draftsOf, writingCampaign } from '../../spec/campaign-fixtures';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresCampaignStore } from './postgres-campaign.store';

describe('the campaigns that ask a client, in PostgreSQL', () => {
  const stores = opened(openTestStores);
  const orgId = `org-${randomUUID()}`;
  let store: PostgresCampaignStore;
  beforeAll(() => {
    store = new PostgresCampaignStore(stores.database, stores.keyring);
  });

  async function addClient(of: Partial<OrgClient> = {}): Promise<OrgClient> {
    const client = clientOf({ contactEmail: 'eva@globex.example', ...of });
    const clients = new PostgresOrgClientStore(stores.database, stores.keyring);
    await clients.forViewer(everythingOf(orgId)).create(client, writingClient('create', orgId));
    return client;
  }

  async function ask(name: string, seconds: number, clients: readonly OrgClient[]): Promise<Campaign> {
    const campaign = campaignOf({ name, createdAt: laterBy(seconds * 1_000) });
    const write = writingCampaign('create', orgId);
    await store.forViewer(everythingOf(orgId)).create(campaign, draftsOf(clients), write);
    return campaign;
  }

  it('are listed newest first, each with how far it has come, for those who see the client', async () => {
    const [free, other] = [await addClient(), await addClient()];
    const assigned = await addClient({ memberIds: ['user_ada'] });
    const first = await ask('One', 0, [free, assigned]);
    await ask('Two', 1, [other]);
    const third = await ask('Three', 2, [free]);
    await stores.sql(`UPDATE campaign_drafts SET failed = 'refused' WHERE campaign_id = $1`, [first.id]);
    const listed = async (clientId: string, viewer = everythingOf(orgId), after?: Campaign) => {
      const page = await store.forViewer(viewer).list({ limit: 2, after }, { now: noon, clientId });
      return page.map(({ name, clientState, progress }) => [name, clientState, progress.clients]);
    };
    expect(await listed(free.id)).toEqual([
      ['Three', 'queued', 1],
      ['One', 'failed', 2],
    ]);
    expect(await listed(free.id, everythingOf(orgId), third)).toEqual([['One', 'failed', 2]]);
    expect(await listed(assigned.id)).toEqual([['One', 'failed', 2]]);
    expect(await listed(randomUUID())).toEqual([]);
    const bob = { orgId, sees: { member: 'user_bob' } };
    expect([await listed(assigned.id, bob), (await listed(free.id, bob)).at(-1)]).toEqual([
      [],
      ['One', 'failed', 1],
    ]);
    expect(await listed(free.id, everythingOf(`other-${orgId}`))).toEqual([]);
  });
});
