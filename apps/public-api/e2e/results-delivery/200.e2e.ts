import { type RunningProgram } from '@governance/runtime';
import { type Inbox, startInbox, until } from '@governance/testing';
import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('GET /api/results/{capability}/delivery', () => {
  let app: PublicApp;
  let inbox: Inbox;
  let worker: RunningProgram | undefined;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { RESEND_LIMIT: 1_000 } });
    inbox = await startInbox({
      onRecipient: (recipient) => {
        if (recipient.startsWith('gone')) throw smtpError(550);
        if (recipient.startsWith('later')) throw smtpError(450);
      },
    });
  });
  afterEach(() => worker?.close());
  afterAll(async () => {
    await inbox.close();
    await app.close();
  });

  async function statusOf(submitted: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { status, body, headers, text } = await app.get(`${pathOf(submitted)}/delivery`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    expect(text).not.toContain('example.com');
    return body;
  }

  async function submitTo(address: string): Promise<Record<string, unknown>> {
    return submit(app, { submitterEmail: address });
  }

  /** The status, once it is no longer `queued`. */
  async function settled(submitted: Record<string, unknown>): Promise<Record<string, unknown>> {
    return until(async () => {
      const body = await statusOf(submitted);
      return body.status !== 'queued' && body;
    });
  }

  it('answers none without an address', async () => {
    expect(await statusOf(await submit(app))).toEqual({ status: 'none' });
  });

  it('answers queued, then sent, and queued again after a resend', async () => {
    const submitted = await submitTo('assessor@example.com');
    expect(await statusOf(submitted)).toEqual({ status: 'queued', queuedAt: submitted.createdAt });
    worker = await startWorker(app, inbox.smtpUrl);
    expect(await settled(submitted)).toEqual({
      status: 'sent',
      queuedAt: submitted.createdAt,
      sentAt: time,
    });
    await worker.close();
    worker = undefined;
    expect((await resend(app, submitted.id)).status).toBe(200);
    expect(await statusOf(submitted)).toEqual({ status: 'queued', queuedAt: time });
  });

  it('answers failed when the mail server refuses the message for good', async () => {
    const submitted = await submitTo('gone@example.com');
    worker = await startWorker(app, inbox.smtpUrl);
    expect(await settled(submitted)).toEqual({ status: 'failed', queuedAt: submitted.createdAt });
  });

  it('answers waiting for a retry, a full budget and a blocked recipient, without telling them apart', async () => {
    const blocked = await submitTo('blocked@example.com');
    await app.sql(
      `UPDATE deliveries SET state = 'cancelled', failure = 'AddressBlocked' WHERE result_id = $1`,
      [blocked.id],
    );
    const retried = await submitTo('later@example.com');
    const sameRecipient = [await submitTo('full@example.com'), await submitTo('full@example.com')];
    worker = await startWorker(app, inbox.smtpUrl, { EMAIL_BUDGET_RECIPIENT_HOUR: 1 });
    const waiting = ({ createdAt }: Record<string, unknown>): object => ({
      status: 'waiting',
      queuedAt: createdAt,
    });
    for (const submitted of [blocked, retried]) expect(await settled(submitted)).toEqual(waiting(submitted));
    // The worker prepares both at once, and the first to be ready uses the budget.
    const shown = await Promise.all(sameRecipient.map(settled));
    expect(shown.map(({ status }) => status).toSorted()).toEqual(['sent', 'waiting']);
    const late = shown.findIndex(({ status }) => status === 'waiting');
    expect(shown[late]).toEqual(waiting(sameRecipient[late] ?? {}));
  });
});

function smtpError(responseCode: number): Error {
  return Object.assign(new Error('not now'), { responseCode });
}
