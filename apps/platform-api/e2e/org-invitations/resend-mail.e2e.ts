import { type RunningProgram } from '@governance/runtime';
import { given, startInbox, until } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { invite, invitedId, invitee, resend, revoke } from '../support/invitations';
import { startReconciler } from '../support/reconciler';

describe('the mail of an invitation that is sent again', () => {
  const app = given(newOrganization, beforeEach);
  const inbox = given(startInbox, beforeEach);
  let worker: RunningProgram | undefined;
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
    await inbox.close();
  });

  async function untilSent(count: number): Promise<void> {
    const sent = `SELECT id FROM deliveries WHERE state = 'sent'`;
    await until(async () => (await app.sql(sent)).length >= count);
  }

  async function untilWaiting(): Promise<void> {
    const waiting = `SELECT id FROM deliveries WHERE waiting_for IS NOT NULL AND lease IS NULL`;
    await until(async () => (await app.sql(waiting)).length > 0);
  }

  it('is sent instead of one that waits, with the new link', async () => {
    const { body } = await resend(app, await invitedId(app));
    worker = await startReconciler(app, { smtpUrl: inbox.smtpUrl });
    const mail = await inbox.waitForMail(invitee);
    await untilSent(1);
    const [offer] = app.provider.gateway.offers.values();
    expect(offer?.id).toBe(body.id);
    expect(mail.text).toContain(`https://identity.example.org/invitations/${offer?.token ?? ''}`);
    expect(inbox.messages()).toHaveLength(1);
  });

  it('counts in the budget like any other: the fourth to one recipient within an hour waits § 10.3t', async () => {
    worker = await startReconciler(app, { smtpUrl: inbox.smtpUrl });
    let id = await invitedId(app);
    for (let sent = 1; sent <= 2; sent += 1) {
      await untilSent(sent);
      id = String((await resend(app, id)).body.id);
    }
    await untilSent(3);
    const { status, body } = await resend(app, id);
    expect(status).toBe(201);
    await untilWaiting();
    // Another invitation to the address waits too: a resend is no way around the budget, nor the reverse.
    expect((await invite(app)).status).toBe(201);
    await untilWaiting();
    expect((await resend(app, String(body.id))).status).toBe(409);
    expect(inbox.messages()).toHaveLength(3);
  });

  it('is not sent when the invitation is revoked while it waits', async () => {
    const { body } = await resend(app, await invitedId(app));
    expect((await revoke(app, String(body.id))).status).toBe(204);
    worker = await startReconciler(app, { smtpUrl: inbox.smtpUrl });
    await invitedId(app, { email: 'other@example.com' });
    await inbox.waitForMail('other@example.com');
    expect(inbox.messages()).toHaveLength(1);
  });
});
