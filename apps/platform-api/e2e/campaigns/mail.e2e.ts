import { type RunningProgram } from '@governance/runtime';
import { given, startInbox, until } from '@governance/testing';
import { campaignsPath, createCampaign, createContact, newCampaign, proveDomain } from '../support/campaigns';
import { startCredentialsApp } from '../support/credentials-app';
import { storeResult } from '../support/org-results';
import { startReconciler } from '../support/reconciler';

describe('the mails of a campaign', () => {
  const app = given(startCredentialsApp, beforeEach);
  const inbox = given(startInbox, beforeEach);
  const workers: RunningProgram[] = [];

  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await app.close();
    await inbox.close();
  });

  /** An hour later: each hour, one of the workers looks for reminders that are due. */
  async function startWorker(): Promise<void> {
    await app.sql(`UPDATE jobs SET due_at = now() WHERE queue = 'platform/campaign-reminders'`);
    workers.push(await startReconciler(app, { smtpUrl: inbox.smtpUrl }));
  }

  async function untilSent(count: number): Promise<void> {
    const sent = `SELECT FROM deliveries WHERE state = 'sent'`;
    await until(async () => (await app.sql(sent)).length >= count);
  }

  it('reach each contact once, with a link and an opt-out, by two workers too § 10.21ak 10.21al', async () => {
    const domain = await proveDomain(app, app.orgId);
    await app.provider.organizations.create({ id: app.orgId, name: 'Acme' });
    const ids = [
      await createContact(app, { contact_email: 'eva@globex.example' }),
      await createContact(app, { contact_email: 'bob@globex.example' }),
    ];
    const body = newCampaign(ids, { message: 'Before the audit.' });
    const { body: campaign } = await app.ask('POST', campaignsPath, { body });
    await startWorker();
    await startWorker();
    await untilSent(2);
    const mails = inbox.messages();
    expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['bob@globex.example', 'eva@globex.example']);
    for (const { text } of mails) {
      for (const part of ['Acme asks Globex Ltd', `controls the domain ${domain}`, 'Before the audit.'])
        expect(text).toContain(part);
      expect(text).toMatch(/\/campaign\/[\w-]{48}\n[^]*\/campaign\/[\w-]{48}\/opt-out\n/);
    }
    const read = await app.ask('GET', `${campaignsPath}/${String(campaign.id)}`);
    expect(read.body.progress).toMatchObject({ clients: 2, sent: 2, failed: 0 });
  });

  it('remind those who have not answered, once, with the same link § 10.21al', async () => {
    await createCampaign(app);
    await startWorker();
    await untilSent(1);
    await workers.pop()?.close();
    await app.sql(
      `UPDATE campaign_drafts SET sent_at = now() - interval '3 days', closes_at = now() + interval '30 hours'`,
    );
    await startWorker();
    await startWorker();
    await untilSent(2);
    const links = inbox.messages().map(({ text }) => /\/campaign\/[\w-]{48}\n/.exec(text)?.[0]);
    expect([links.length, new Set(links).size]).toEqual([2, 1]);
    expect(inbox.messages().at(-1)?.subject).toMatch(/^Reminder: /);
    expect(await app.sql('SELECT reminded_days FROM campaign_drafts')).toEqual([{ reminded_days: 1 }]);
  });

  it('do not reach a contact who has blocked all mail, and the campaign shows it', async () => {
    const id = await createCampaign(app);
    await app.sql(`INSERT INTO blocked_addresses SELECT recipient_mac, now() FROM campaign_drafts`);
    await startWorker();
    await until(async () => (await app.sql(`SELECT FROM deliveries WHERE state = 'cancelled'`)).length > 0);
    const { body } = await app.ask('GET', `${campaignsPath}/${id}/clients`);
    expect(body.clients).toMatchObject([{ step: 'failed', failure: 'AddressBlocked' }]);
    expect(inbox.messages()).toEqual([]);
  });

  it('bring results that the worker attaches to their clients, once § 10.21am', async () => {
    const campaign = await createCampaign(app);
    const { id } = await storeResult(app);
    const submit = (): Promise<unknown> =>
      app.sql(
        `INSERT INTO campaign_outbox (draft_id, org_id, kind, result_id, at)
         SELECT id, org_id, 'submitted', $1, now() FROM campaign_drafts`,
        [id],
      );
    // The same report twice, as a worker leaves it that dies before it deletes the first.
    await submit();
    await submit();
    await startWorker();
    await until(async () => (await app.sql('SELECT FROM campaign_outbox')).length === 0);
    const { clients } = (await app.ask('GET', `${campaignsPath}/${campaign}/clients`)).body;
    const [{ client_id: clientId } = {}] = clients as readonly { readonly client_id: string }[];
    const { results } = (await app.ask('GET', '/org/results')).body;
    expect(results).toMatchObject([{ id, client_id: clientId }]);
    const query = `SELECT actor_kind, actor_subject, outcome FROM audit_trail WHERE target = $1`;
    expect(await app.sql(query, [id])).toEqual([
      { actor_kind: 'system', actor_subject: 'campaign-answers', outcome: 'done' },
    ]);
  });
});
