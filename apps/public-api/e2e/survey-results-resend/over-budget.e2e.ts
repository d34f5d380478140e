import { type Inbox, startInbox, until } from '@governance/testing';
import { goldenCase } from '../support/golden';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

const stranger = { 'x-forwarded-for': '203.0.113.7' };

describe('messages over a budget', () => {
  let app: PublicApp;
  let inbox: Inbox;
  let worker: Awaited<ReturnType<typeof startWorker>>;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { TRUST_PROXY: 1, RESEND_LIMIT: 1_000 } });
    inbox = await startInbox();
    worker = await startWorker(app, inbox.smtpUrl, {
      EMAIL_BUDGET_RECIPIENT_HOUR: 2,
      EMAIL_BUDGET_CLIENT_HOUR: 3,
    });
  });
  beforeEach(async () => {
    await app.sql('TRUNCATE deliveries');
    inbox.clear();
  });
  afterAll(async () => {
    await worker.close();
    await inbox.close();
    await app.close();
  });

  /** How many deliveries are in each state, after the worker has weighed all of them. */
  async function settled(): Promise<Record<string, number>> {
    const unseen = `SELECT id FROM deliveries WHERE state = 'queued' AND waiting_since IS NULL LIMIT 1`;
    await until(async () => (await app.sql(unseen)).length === 0);
    const rows = await app.sql('SELECT state, count(*)::int FROM deliveries GROUP BY state');
    return Object.fromEntries(rows.map(({ state, count }) => [String(state), Number(count)]));
  }

  it('wait, and the responses do not reveal it', async () => {
    const { id } = await submit(app, { submitterEmail: 'victim@example.com' });
    const answers = [];
    for (let call = 0; call < 5; call += 1) answers.push(await resend(app, id));

    expect(await settled()).toEqual({ sent: 2, queued: 1, merged: 3 });
    expect(inbox.messages()).toHaveLength(2);
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => [...headers.keys()].join())).size).toBe(1);
  });

  it('wait for submissions too, which get the same response', async () => {
    const body = { submitterEmail: 'Victim+tag@Example.com' };
    const submitted = [];
    for (let call = 0; call < 4; call += 1) submitted.push(await submit(app, body));

    expect(await settled()).toEqual({ sent: 2, queued: 2 });
    expect(new Set(submitted.map(({ certificateDelivery }) => certificateDelivery))).toEqual(
      new Set(['queued']),
    );
  });

  it('delay only the client that requests them', async () => {
    const { mode, answers } = goldenCase('persona-controlled-pilot');
    const addresses = Array.from({ length: 6 }, (_, index) => `flooded-${index}@example.com`);
    for (const submitterEmail of addresses) {
      const { status } = await app.post('/api/survey-results', { mode, answers, submitterEmail }, stranger);
      expect(status).toBe(201);
    }
    await submit(app, { submitterEmail: 'honest@example.com' });

    expect(await settled()).toEqual({ sent: 4, queued: 3 });
    expect(inbox.messages().flatMap(({ to }) => to)).toContain('honest@example.com');
  });

  it('are sent when there is room again', async () => {
    const { id } = await submit(app, { submitterEmail: 'victim@example.com' });
    for (let call = 0; call < 2; call += 1) await resend(app, id);
    expect(await settled()).toEqual({ sent: 2, queued: 1 });

    // Simulates that an hour passes.
    await app.sql(
      `UPDATE deliveries SET admitted_at = admitted_at - interval '1 hour', available_at = available_at - interval '1 hour'`,
    );
    await app.sql(`NOTIFY deliveries`);
    await until(async () => (await settled()).sent === 3);
    expect(inbox.messages()).toHaveLength(3);
  });
});
