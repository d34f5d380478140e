import { type CampaignMail, type OrgClient } from '@governance/assessments';
import { type ClaimedDelivery } from '@governance/deliveries';
import { everythingOf } from '@governance/iam';
import { CampaignCapability } from '@governance/keyring';
import { opened, refused, RoleSession } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { addCampaign, campaignOf, draftsOf, writingCampaign } from '../../spec/campaign-fixtures';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { PostgresDeliveryQueue } from '../deliveries/postgres-delivery-queue';
import { PostgresCampaignMails } from './postgres-campaign-mails';
import { PostgresCampaignStore } from './postgres-campaign.store';

const hourMs = 3_600_000;
const orgId = 'acme';

describe('PostgresCampaignMails', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let mails: PostgresCampaignMails;
  beforeEach(() => {
    mails = new PostgresCampaignMails(stores.database, stores.keyring);
  });

  async function addClient(overrides: Partial<OrgClient> = {}): Promise<OrgClient> {
    const client = clientOf(overrides);
    await new PostgresOrgClientStore(stores.database, stores.keyring)
      .forViewer(everythingOf(orgId))
      .create(client, writingClient('create', orgId));
    return client;
  }

  /** A campaign of one client, due in some days. Returns the id of its draft. */
  async function ask(days = 10, overrides: Partial<OrgClient> = {}): Promise<string> {
    const drafts = draftsOf([await addClient(overrides)]);
    const campaign = campaignOf({ name: randomUUID(), dueAt: laterBy(days * 24 * hourMs) });
    const store = new PostgresCampaignStore(stores.database, stores.keyring).forViewer(everythingOf(orgId));
    await store.create(campaign, drafts, writingCampaign('create', orgId));
    return drafts[0]?.id ?? '';
  }

  const draft = async (id: string) =>
    (await stores.sql('SELECT * FROM campaign_drafts WHERE id = $1', [id]))[0] ?? {};
  const setDraft = (id: string, columns: string): Promise<unknown> =>
    stores.sql(`UPDATE campaign_drafts SET ${columns} WHERE id = $1`, [id]);
  /** Ends the queued mails of a draft. */
  const endMail = (id: string, columns: string): Promise<unknown> =>
    stores.sql(`UPDATE deliveries SET ${columns} WHERE campaign_draft_id = $1 AND state = 'queued'`, [id]);
  const send = (id: string, at = noon): Promise<unknown> =>
    endMail(id, `state = 'sent', sent_at = '${at.toISOString()}'`);

  it('says what the organization says, with the link of the draft', async () => {
    const id = await ask();
    const capability = new CampaignCapability(stores.keyring).of(id);
    const mail: CampaignMail = {
      sender: { name: 'Acme', domain: 'acme.example' },
      clientName: 'Globex Ltd',
      contactName: 'Eva Muster',
      message: 'Please answer.',
      dueAt: laterBy(240 * hourMs),
      capability,
    };
    expect(await mails.find(id, noon)).toEqual(mail);
    const rotated = new PostgresCampaignMails(stores.database, stores.rotateKeys());
    expect(await rotated.find(id, noon)).toEqual(mail);
  });

  it.each([
    ['submitted_at = now()', 'AlreadySubmitted'],
    ['opted_out_at = now()', 'OptedOut'],
    ['shown = NULL', 'Erased'],
    [`closes_at = '${noon.toISOString()}'`, 'CampaignClosed'],
  ])('says nothing after %s', async (columns, reason) => {
    const id = await ask();
    await setDraft(id, columns);
    expect([await mails.find(id, noon), await mails.find(randomUUID(), noon)]).toEqual([reason, 'Erased']);
  });

  it('is claimed by the worker of the platform, and noted in the draft when it is sent', async () => {
    const id = await ask();
    const queue = new PostgresDeliveryQueue(stores.database, stores.keyring, { work: 'invitations' });
    const claim = await queue.claim({ now: noon, leaseUntil: laterBy(20_000) });
    expect(claim).toMatchObject<Partial<ClaimedDelivery>>({
      kind: 'campaign-invitation',
      draftId: id,
      recipient: 'eva@globex.example',
    });
    if (!claim) throw new Error('no claim');
    expect(await queue.admit(claim, noon)).toBe('admitted');
    await queue.complete(claim, laterBy(1_000));
    await queue.close();
    expect(await draft(id)).toMatchObject({ sent_at: laterBy(1_000), failed: null });
  });

  it.each([
    [`state = 'parked', failure = 'MailRefused 550'`, 'MailRefused 550'],
    [`state = 'cancelled', failure = 'AddressBlocked'`, 'AddressBlocked'],
    [`state = 'cancelled'`, 'cancelled'],
  ])('notes in the draft that the first mail ended by %s, until it is sent', async (columns, failed) => {
    const id = await ask();
    await endMail(id, columns);
    expect(await draft(id)).toMatchObject({ sent_at: null, failed });
    await stores.sql(`UPDATE deliveries SET state = 'queued' WHERE campaign_draft_id = $1`, [id]);
    await send(id);
    expect(await draft(id)).toMatchObject({ sent_at: noon, failed: null });
  });

  it('does not count a reminder as failed that was no longer needed', async () => {
    const id = await ask();
    await send(id);
    expect(await mails.queueReminders(laterBy(72 * hourMs))).toBe(1);
    await endMail(id, `state = 'cancelled', failure = 'AlreadySubmitted'`);
    expect(await draft(id)).toMatchObject({ failed: null, sent_at: noon });
  });

  describe('a reminder', () => {
    /** The hours after noon at which reminders are queued, if the worker looks every hour. */
    async function hoursOf(days: number): Promise<number[]> {
      const hours: number[] = [];
      for (let hour = 0; hour <= (days + 2) * 24; hour += 1)
        if ((await mails.queueReminders(laterBy(hour * hourMs))) > 0) hours.push(hour);
      return hours;
    }

    it('is queued 7, 3 and 1 days before the due day and on the day, from 06:00 UTC, once each § 10.21al', async () => {
      await send(await ask(10));
      expect(await hoursOf(10)).toEqual([3, 7, 9, 10].map((day) => day * 24 - 6));
      const kinds = await stores.sql(`SELECT kind, state FROM deliveries WHERE state = 'queued'`);
      expect(kinds).toEqual(
        Array.from({ length: 4 }, () => ({ kind: 'campaign-reminder', state: 'queued' })),
      );
    });

    it.each([
      [30 * hourMs, [42, 66]],
      [30 * hourMs + 1, [66]],
    ])('does not come within 12 hours of the first mail, sent %i ms after noon', async (sentAfter, hours) => {
      await send(await ask(3), laterBy(sentAfter));
      expect(await hoursOf(3)).toEqual(hours);
    });

    it('stands for all that were missed', async () => {
      const id = await ask(10);
      await send(id);
      expect(await mails.queueReminders(laterBy(9.5 * 24 * hourMs))).toBe(1);
      expect(await draft(id)).toMatchObject({ reminded_days: 1 });
    });

    it.each([
      'submitted_at = now()',
      'opted_out_at = now()',
      `failed = 'x'`,
      'sent_at = NULL',
      `closes_at = '${noon.toISOString()}'`,
      'recipient = NULL, recipient_mac = NULL',
    ])('does not come after %s', async (columns) => {
      const id = await ask(10);
      await send(id);
      await setDraft(id, columns);
      expect(await mails.queueReminders(laterBy(9.5 * 24 * hourMs))).toBe(0);
    });

    it('is queued by one of many concurrent workers', async () => {
      for (let index = 0; index < 5; index += 1) await send(await ask(10));
      const at = laterBy(9.5 * 24 * hourMs);
      const counts = await Promise.all(Array.from({ length: 6 }, () => mails.queueReminders(at)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    });
  });

  describe('a report', () => {
    const report = (draftId: string, kind: string, resultId?: string): Promise<unknown> =>
      stores.sql(
        `INSERT INTO campaign_outbox (draft_id, org_id, kind, result_id, at) VALUES ($1, $2, $3, $4, $5)`,
        [draftId, orgId, kind, resultId, noon],
      );

    it('is a job of its draft, until it is settled', async () => {
      const client = await addClient();
      const { draftId } = await addCampaign(stores, { orgId, clientId: client.id });
      await stores.sql('DELETE FROM campaign_outbox');
      const resultId = randomUUID();
      await report(draftId, 'submitted', resultId);
      expect(await stores.sql('SELECT queue, key FROM jobs')).toEqual([
        { queue: 'platform/campaign-answers', key: draftId },
      ]);
      const [submitted] = await mails.reportsOf(draftId);
      expect(submitted).toMatchObject({ orgId, clientId: client.id, kind: 'submitted', resultId });
      if (!submitted) throw new Error('no report');
      await mails.settle(submitted, noon);
      await mails.settle(submitted, noon);
      expect(await mails.reportsOf(draftId)).toEqual([]);
    });

    it('of an opt-out is kept for later campaigns of the organization', async () => {
      const id = await ask();
      await report(id, 'opted-out');
      const [optedOut] = await mails.reportsOf(id);
      if (!optedOut) throw new Error('no report');
      await mails.settle(optedOut, noon);
      await mails.settle(optedOut, noon);
      const { recipient_mac: mac } = await draft(id);
      expect(await stores.sql('SELECT * FROM campaign_opt_outs')).toEqual([
        { org_id: orgId, recipient_mac: mac, at: noon },
      ]);
    });
  });

  it('forgets contacts and answers of drafts that ended, and keeps their progress § 10.21ap', async () => {
    const [ended, open] = [await ask(1), await ask(10)];
    await send(ended);
    await setDraft(ended, `answers = '\\x00'`);
    expect(await mails.forgetEnded(laterBy(72 * hourMs))).toBe(1);
    const nothing = { shown: null, recipient: null, recipient_mac: null, answers: null };
    expect(await draft(ended)).toMatchObject({ ...nothing, sent_at: noon });
    expect(await draft(open)).toHaveProperty('shown', expect.any(Buffer));
  });

  describe('the public programs', () => {
    let session: RoleSession;
    let draftId: string;
    let hash: string;
    let other: string;
    beforeEach(async () => {
      const client = await addClient();
      const added = await addCampaign(stores, { orgId, clientId: client.id });
      [draftId, hash] = [added.draftId, added.hash.toString('hex')];
      other = await ask(10, { name: 'Hooli' });
      session = await RoleSession.open(stores.testDatabase.url, 'governance_public_api');
    });
    afterEach(() => session.close());

    const of = (capability: string) => ({ 'governance.capability': capability });

    it('see and change the draft of a capability alone § 10.21an', async () => {
      const select = 'SELECT id FROM campaign_drafts';
      expect(await session.try(select, of(hash))).toEqual([{ id: draftId }]);
      for (const none of ['', '00', draftId.replaceAll('-', '')])
        expect(await session.try(select, of(none))).toEqual([]);
      expect(await session.try(select)).toEqual([]);
      const save = `UPDATE campaign_drafts SET version = version + 1 RETURNING id`;
      expect(await session.try(save, of(hash))).toEqual([{ id: draftId }]);
      expect(await session.try(save)).toEqual([]);
    });

    it('report what happened to the draft of a capability alone, and read no report', async () => {
      const insert = (id: string, org = orgId): string =>
        `INSERT INTO campaign_outbox (draft_id, org_id, kind, at) VALUES ('${id}', '${org}', 'opted-out', now())`;
      expect(await session.try(insert(draftId), of(hash))).not.toBe(refused);
      for (const [statement, settings] of [
        [insert(other), of(hash)],
        [insert(draftId, 'globex'), of(hash)],
        [insert(draftId), {}],
        ['SELECT FROM campaign_outbox', of(hash)],
      ] as const)
        expect(await session.try(statement, settings)).toBe(refused);
    });

    it('reach neither campaigns, clients and results of the organization, nor the client of a draft § 10.21an', async () => {
      const settings = {
        ...of(hash),
        'governance.org_id': orgId,
        'governance.system_scope': 'campaign-mail',
      };
      for (const statement of [
        'SELECT FROM campaigns',
        'SELECT FROM campaign_opt_outs',
        'SELECT FROM org_clients',
        'SELECT FROM org_results',
        'SELECT client_id FROM campaign_drafts',
        'UPDATE campaign_drafts SET shown = NULL',
        'DELETE FROM campaign_drafts',
      ])
        expect([statement, await session.try(statement, settings)]).toEqual([statement, refused]);
    });
  });
});
