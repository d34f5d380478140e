import { type RunningProgram } from '@governance/runtime';
import { type Inbox, startInbox, type StoredMail, until } from '@governance/testing';
import { type CredentialsApp, newOrganization } from '../support/credentials-app';
import { invite, invitee } from '../support/invitations';
import { mailFrom } from '../support/mail-settings';
import { startReconciler } from '../support/reconciler';

describe('the mail of an invitation', () => {
  let app: CredentialsApp;
  let inbox: Inbox;
  let worker: RunningProgram | undefined;
  let onRecipient: () => void;

  beforeEach(async () => {
    onRecipient = () => undefined;
    inbox = await startInbox({
      onRecipient: () => {
        onRecipient();
      },
    });
    app = await newOrganization();
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await inbox.close();
  });

  async function startWorker(): Promise<void> {
    worker = await startReconciler(app, { smtpUrl: inbox.smtpUrl });
  }

  async function untilDelivery(condition: string): Promise<void> {
    await until(async () => (await app.sql(`SELECT id FROM deliveries WHERE ${condition}`)).length > 0);
  }

  const ends = (): Promise<Record<string, unknown>[]> =>
    app.sql(`SELECT target, outcome, reason, request_id, actor_subject FROM audit_trail
      WHERE operation = 'org-invitations:deliver' ORDER BY id`);
  const linkIn = ({ text }: StoredMail): string => /https:\S+/.exec(text)?.[0] ?? '';
  const offeredLinks = (): string[] =>
    [...app.provider.gateway.offers.values()].map(
      ({ token }) => `https://identity.example.org/invitations/${token}`,
    );

  it('contains the link of the offer, and the audit trail records its sending § 2.10a', async () => {
    await startWorker();
    const headers = { 'x-request-id': 'request-of-the-inviter' };
    const { body } = await invite(app, { role: 'account-admin' }, { headers });
    const mail = await inbox.waitForMail(invitee);
    expect(mail.to).toEqual([invitee]);
    expect([linkIn(mail)]).toEqual(offeredLinks());
    expect(mail.text).toContain(`${app.orgId} invites you to join as an administrator`);
    expect(mail.raw.toString()).toContain(`From: ${mailFrom}`);
    await untilDelivery(`state = 'sent'`);
    expect(await ends()).toEqual([
      {
        target: body.id,
        outcome: 'done',
        reason: null,
        request_id: 'request-of-the-inviter',
        actor_subject: 'person-1',
      },
    ]);
  });

  it('is sent once, for the last of several invitations made before a worker runs', async () => {
    await invite(app, { role: 'account-admin' });
    await invite(app);
    const { body: last } = await invite(app);
    await startWorker();
    await inbox.waitForMail(invitee);
    await untilDelivery(`state = 'sent'`);
    expect(inbox.messages()).toHaveLength(1);
    expect(await ends()).toMatchObject([
      { outcome: 'abandoned', reason: 'InvitationReplaced' },
      { outcome: 'abandoned', reason: 'InvitationReplaced' },
      { outcome: 'done', target: last.id },
    ]);
  });

  it('is sent when the provider is back, after an offer that the request could not make', async () => {
    app.provider.wire.loseOne('request', 1);
    expect((await invite(app)).status).toBe(201);
    app.provider.wire.isDown = true;
    await startWorker();
    await untilDelivery(`failure = 'IdentityProviderUnavailable'`);
    expect(inbox.messages()).toEqual([]);
    app.provider.wire.isDown = false;
    await app.sql('UPDATE deliveries SET available_at = now()');
    expect([linkIn(await inbox.waitForMail(invitee))]).toEqual(offeredLinks());
  });

  it('is parked when the mail server permanently refuses it, and the audit trail records that', async () => {
    onRecipient = () => {
      throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    };
    const { body } = await invite(app);
    await startWorker();
    await untilDelivery(`state = 'parked'`);
    expect(await ends()).toMatchObject([
      {
        target: body.id,
        outcome: 'abandoned',
        reason: expect.stringMatching(/^MailRefused .*550$/) as unknown,
      },
    ]);
  });

  it('waits when its organization has sent three to its recipient, without delaying other organizations', async () => {
    await startWorker();
    for (let count = 1; count <= 3; count += 1) {
      expect((await invite(app)).status).toBe(201);
      await until(async () => (await ends()).length >= count);
    }
    expect((await invite(app)).status).toBe(201);
    await untilDelivery(`waiting_for IS NOT NULL AND lease IS NULL`);

    const another = app.personToken({ org_id: 'org_another' });
    expect((await invite(app, {}, { token: another })).status).toBe(201);
    await until(async () => (await ends()).length >= 4);
    expect(inbox.messages()).toHaveLength(4);
    expect(await app.sql(`SELECT failure FROM deliveries WHERE state = 'queued'`)).toEqual([
      { failure: null },
    ]);
  });
});
