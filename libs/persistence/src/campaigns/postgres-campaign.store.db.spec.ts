import {
  type Campaign,
  type CampaignCreation,
  type CampaignDraft,
  type OrgCampaigns,
  type OrgClient,
} from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { campaignOf, draftsOf, writingCampaign } from '../../spec/campaign-fixtures';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresCampaignStore } from './postgres-campaign.store';

const dayMs = 86_400_000;
const inDays = (days: number): Date => laterBy(days * dayMs);

describe('PostgresCampaignStore', () => {
  const stores = opened(openTestStores);
  let store: PostgresCampaignStore;
  let clients: PostgresOrgClientStore;
  let orgId: string;
  let ours: OrgCampaigns;
  beforeAll(() => {
    store = new PostgresCampaignStore(stores.database, stores.keyring);
    clients = new PostgresOrgClientStore(stores.database, stores.keyring);
  });
  beforeEach(() => {
    orgId = `org-${randomUUID()}`;
    ours = store.forViewer(everythingOf(orgId));
  });

  async function addClients(count: number, of: Partial<OrgClient> = {}): Promise<readonly OrgClient[]> {
    const all = Array.from({ length: count }, (_, n) =>
      clientOf({ name: `Client ${n}`, contactEmail: `contact-${n}@globex.example`, ...of }),
    );
    for (const client of all)
      await clients.forViewer(everythingOf(orgId)).create(client, writingClient('create', orgId));
    return all;
  }

  const create = (
    campaign: Campaign,
    drafts: readonly CampaignDraft[],
    by = ours,
  ): Promise<CampaignCreation> => by.create(campaign, drafts, writingCampaign('create', orgId));
  const write = (operation: 'close' | 'delete', now = inDays(1)) => writingCampaign(operation, orgId, now);
  const mailsOf = (campaign: Campaign) =>
    stores.sql(
      `SELECT deliveries.* FROM deliveries JOIN campaign_drafts AS draft ON draft.id = campaign_draft_id
       WHERE campaign_id = $1 ORDER BY campaign_draft_id`,
      [campaign.id],
    );
  const auditOf = async (campaign: Campaign): Promise<unknown[]> =>
    (await stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [campaign.id])).map(
      ({ org_id, operation, outcome, at }) => [org_id, operation, outcome, at],
    );

  it('stores a campaign with a draft and a mail for each client, and its audit row', async () => {
    const asked = await addClients(3);
    const campaign = campaignOf({ name: 'Spring' });
    expect(await create(campaign, draftsOf(asked))).toEqual({ outcome: 'created', optedOut: new Set() });
    const progress = { sent: 0, opened: 0, started: 0, submitted: 0, overdue: 0, failed: 0, optedOut: 0 };
    const stored = { ...campaign, progress: { clients: 3, ...progress } };
    expect(await ours.find(campaign.id, noon)).toEqual(stored);
    expect(await ours.list({ limit: 10, after: undefined }, { now: noon })).toEqual([stored]);
    const mails = await mailsOf(campaign);
    expect(mails).toHaveLength(3);
    for (const mail of mails)
      expect(mail).toMatchObject({ kind: 'campaign-invitation', state: 'queued', available_at: noon });
    expect(await auditOf(campaign)).toEqual([[orgId, 'org-campaigns:create', 'done', noon]]);
    const listed = await ours.clients(campaign, { limit: 2, after: undefined });
    const rest = await ours.clients(campaign, { limit: 2, after: listed.at(-1) });
    expect([...listed, ...rest].map(({ name }) => name).toSorted()).toEqual([
      'Client 0',
      'Client 1',
      'Client 2',
    ]);
    expect([listed.length, rest.length]).toEqual([2, 1]);
  });

  it('seals addresses and what clients see', async () => {
    const [client] = await addClients(1);
    const campaign = campaignOf();
    await create(campaign, draftsOf(client ? [client] : []));
    const rows = await stores.sql('SELECT * FROM campaign_drafts WHERE campaign_id = $1', [campaign.id]);
    const stored = JSON.stringify(rows) + rows.map((row) => String(row.shown) + String(row.recipient)).join();
    for (const secret of ['globex', 'Client 0', 'Eva']) expect(stored).not.toContain(secret);
  });

  it('takes a name once, and 1,000 campaigns, by concurrent calls too', async () => {
    const drafts = draftsOf(await addClients(1));
    const attempts = Array.from({ length: 12 }, () => campaignOf({ name: 'Spring' }));
    const outcomes = await Promise.all(attempts.map((campaign) => create(campaign, drafts.map(renamed))));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'created',
      ...Array.from({ length: 11 }, () => 'taken'),
    ]);
    await stores.sql(
      `INSERT INTO campaigns SELECT org_id, gen_random_uuid(), n::text, mode, message, sender_name, domain, due_at, created_by,
         created_at FROM campaigns, generate_series(1, 999) AS n WHERE org_id = $1`,
      [orgId],
    );
    expect(await create(campaignOf({ name: 'One more' }), drafts.map(renamed))).toEqual({ outcome: 'full' });
  });

  it('has at most 50 mails in the first campaign, and then more', async () => {
    const drafts = draftsOf(await addClients(51));
    expect(await create(campaignOf(), drafts)).toEqual({ outcome: 'first' });
    expect(await create(campaignOf({ name: 'First' }), drafts.slice(0, 50))).toMatchObject({
      outcome: 'created',
    });
    const second = campaignOf({ name: 'Second' });
    expect(await create(second, drafts.map(renamed))).toMatchObject({ outcome: 'created' });
    expect(await mailsOf(second)).toHaveLength(51);
    expect(await create(campaignOf({ name: 'Nobody' }), [])).toEqual({ outcome: 'nobody' });
  });

  it('asks nobody who has opted out, also after a key rotation', async () => {
    const [first, second] = await addClients(2);
    if (!first || !second) throw new Error('no clients');
    const { recipient_mac: mac } =
      (await create(campaignOf({ name: 'One' }), draftsOf([first])),
      await stores.sql('SELECT recipient_mac FROM campaign_drafts WHERE client_id = $1', [first.id]))[0] ??
      {};
    await stores.sql('INSERT INTO campaign_opt_outs VALUES ($1, $2, $3)', [orgId, mac, noon]);
    const rotated = new PostgresCampaignStore(stores.database, stores.rotateKeys()).forViewer(
      everythingOf(orgId),
    );
    const campaign = campaignOf({ name: 'Two' });
    expect(await create(campaign, draftsOf([first, second]), rotated)).toEqual({
      outcome: 'created',
      optedOut: new Set([first.id]),
    });
    expect((await ours.find(campaign.id, noon))?.progress.clients).toBe(1);
    expect(await create(campaignOf({ name: 'Three' }), draftsOf([first]), rotated)).toEqual({
      outcome: 'nobody',
    });
  });

  it('counts each step, and what is overdue from the end of the due day', async () => {
    const asked = await addClients(6);
    const campaign = campaignOf({ dueAt: inDays(3) });
    await create(campaign, draftsOf(asked));
    const ids = asked.map(({ id }) => id);
    const set = (columns: string, from: number): Promise<unknown> =>
      stores.sql(`UPDATE campaign_drafts SET ${columns} WHERE client_id = ANY ($1)`, [ids.slice(from)]);
    await set('sent_at = now()', 1);
    await set('opened_at = now()', 2);
    await set('started_at = now()', 3);
    await set('submitted_at = now()', 4);
    await stores.sql('UPDATE campaign_drafts SET opted_out_at = now() WHERE client_id = $1', [ids[2]]);
    await stores.sql(`UPDATE campaign_drafts SET failed = 'x' WHERE client_id = $1`, [ids[0]]);
    const at = async (now: Date) => (await ours.find(campaign.id, now))?.progress;
    const steps = { clients: 6, sent: 5, opened: 4, started: 3, submitted: 2, failed: 1, optedOut: 1 };
    const end = new Date('2026-11-24T00:00:00.000Z');
    expect(await at(new Date(end.getTime() - 1))).toEqual({ ...steps, overdue: 0 });
    expect(await at(end)).toEqual({ ...steps, overdue: 2 });
  });

  it('ends its links and mails when it is closed, once', async () => {
    const [waiting, sent] = await addClients(2);
    if (!waiting || !sent) throw new Error('no clients');
    const campaign = campaignOf();
    await create(campaign, draftsOf([waiting, sent]));
    await stores.sql(
      `UPDATE deliveries SET state = 'sent', sent_at = $2 FROM campaign_drafts AS draft
       WHERE draft.id = campaign_draft_id AND client_id = $1`,
      [sent.id, noon],
    );
    const closing = () => ours.close(campaign.id, write('close'));
    expect([await closing(), await closing(), await ours.close(randomUUID(), write('close'))]).toEqual([
      'done',
      'done',
      'unknown',
    ]);
    expect((await mailsOf(campaign)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'sent']);
    const listed = await ours.clients(campaign, { limit: 9, after: undefined });
    expect(new Map(listed.map(({ id, failed, sentAt }) => [id, [failed, sentAt]]))).toEqual(
      new Map<string, unknown>([
        [waiting.id, ['CampaignClosed', undefined]],
        [sent.id, [undefined, noon]],
      ]),
    );
    expect(listed.map(({ closesAt }) => closesAt)).toEqual([inDays(1), inDays(1)]);
    expect(await ours.find(campaign.id, noon)).toMatchObject({
      closedAt: inDays(1),
      progress: { clients: 2, sent: 1, failed: 0 },
    });
    expect((await auditOf(campaign)).slice(1)).toEqual([[orgId, 'org-campaigns:close', 'done', inDays(1)]]);
  });

  it('is deleted with its drafts and mails', async () => {
    const campaign = campaignOf();
    await create(campaign, draftsOf(await addClients(2)));
    const deleting = () => ours.delete(campaign.id, write('delete'));
    expect([await deleting(), await deleting()]).toEqual(['done', 'unknown']);
    expect(await mailsOf(campaign)).toEqual([]);
    const drafts = 'SELECT FROM campaign_drafts WHERE campaign_id = $1';
    expect(await stores.sql(drafts, [campaign.id])).toEqual([]);
    expect((await auditOf(campaign)).slice(1)).toEqual([[orgId, 'org-campaigns:delete', 'done', inDays(1)]]);
  });

  it('is neither found, closed nor deleted by another organization § 10.21aj', async () => {
    const campaign = campaignOf();
    await create(campaign, draftsOf(await addClients(1)));
    const theirs = store.forViewer(everythingOf(`other-${orgId}`));
    expect(await theirs.find(campaign.id, noon)).toBeUndefined();
    expect(await theirs.list({ limit: 9, after: undefined }, { now: noon })).toEqual([]);
    expect(await theirs.clients(campaign, { limit: 9, after: undefined })).toEqual([]);
    expect(await theirs.close(campaign.id, write('close'))).toBe('unknown');
    expect(await theirs.delete(campaign.id, write('delete'))).toBe('unknown');
    expect((await mailsOf(campaign)).map(({ state }) => state)).toEqual(['queued']);
  });

  it('shows and counts the clients that a viewer sees, who ends no campaign of others § 10.22b', async () => {
    const [free] = await addClients(1);
    const [assigned] = await addClients(1, { memberIds: ['user_ada'] });
    if (!free || !assigned) throw new Error('no clients');
    const campaign = campaignOf();
    await create(campaign, draftsOf([free, assigned]));
    const of = (member: string) => store.forViewer({ orgId, sees: { member } });
    const seen = async (by: OrgCampaigns): Promise<unknown[]> => {
      const listed = await by.clients(campaign, { limit: 9, after: undefined });
      const all = new Set(listed.map(({ id }) => id));
      const found = await by.find(campaign.id, noon);
      return [all.has(free.id), all.has(assigned.id), found?.progress.clients];
    };
    expect(await seen(of('user_ada'))).toEqual([true, true, 2]);
    for (const by of [of('user_bob'), store.forViewer({ orgId, sees: 'unassigned' })]) {
      expect(await seen(by)).toEqual([true, false, 1]);
      expect([
        await by.close(campaign.id, write('close')),
        await by.delete(campaign.id, write('delete')),
      ]).toEqual(['hidden', 'hidden']);
    }
    expect((await mailsOf(campaign)).map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(await of('user_ada').close(campaign.id, write('close'))).toBe('done');
    expect((await mailsOf(campaign)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('loses a draft with its mails when its client is deleted', async () => {
    const [kept, deleted] = await addClients(2);
    if (!kept || !deleted) throw new Error('no clients');
    const campaign = campaignOf();
    await create(campaign, draftsOf([kept, deleted]));
    await clients.forViewer(everythingOf(orgId)).delete(deleted.id, writingClient('delete', orgId));
    expect(await mailsOf(campaign)).toHaveLength(1);
    expect((await ours.find(campaign.id, noon))?.progress.clients).toBe(1);
  });

  it('forgets an erased address, with what its draft showed and its answers § 10.21ap', async () => {
    const [erased] = await addClients(1, { contactEmail: 'erased@globex.example' });
    if (!erased) throw new Error('no client');
    const campaign = campaignOf();
    await create(campaign, draftsOf([erased]));
    await stores.sql(
      `UPDATE campaign_drafts SET answers = '\\x00', code_mac = '\\x00' WHERE client_id = $1`,
      [erased.id],
    );
    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase('Erased+x@globex.example');
    const [draft] = await stores.sql('SELECT * FROM campaign_drafts WHERE client_id = $1', [erased.id]);
    const nothing = { shown: null, recipient: null, recipient_mac: null, answers: null, code_mac: null };
    expect(draft).toMatchObject({ ...nothing, failed: 'cancelled' });
    expect((await mailsOf(campaign)).map(({ state, recipient }) => [state, recipient])).toEqual([
      ['cancelled', null],
    ]);
  });
});

function renamed(draft: CampaignDraft): CampaignDraft {
  return { ...draft, id: randomUUID() };
}
