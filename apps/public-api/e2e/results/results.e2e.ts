import { type RunningProgram } from '@governance/runtime';
import { callHttp, given, startInbox, until } from '@governance/testing';
import { askWrongly, comparable, holdersOnly, pathOf, wrongCapabilities } from '../support/held-results';
import { type PublicApp, publicBaseUrl, sharedPublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { sharedAppWithWorker, smtpError, startWorker } from '../support/worker-app';

const app = given(sharedPublicApp);

describe('GET /api/results/{capability}', () => {
  it('answers 200 with the result as the submission answered it § 10.10a', async () => {
    const submitted = await submit(app, personal);
    const { certificateDelivery, ...derived } = submitted;
    expect(certificateDelivery).toBe('queued');

    const { status, body, headers } = await app.get(pathOf(submitted));
    expect(status).toBe(200);
    expect(body).toEqual({
      ...derived,
      rubric: {
        id: 'ai-governance-msp',
        version: derived.rubricVersion,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        url: `${publicBaseUrl}/assessment/${String(derived.rubricVersion)}.json`,
      },
      renewBy: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      certificateStatus: 'valid',
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
  });

  it('contains no address, no notes and no answers § 10.10a', async () => {
    const { text } = await app.get(pathOf(await submit(app, personal)));
    expect(text).not.toMatch(/assessor|example\.com|private|"answers"/);
  });

  it('stays the same after the address is erased', async () => {
    const submitted = await submit(app, personal);
    const before = await app.get(pathOf(submitted));
    await app.sql(
      'UPDATE survey_results SET submitter_email = NULL, submitter_email_mac = NULL, notes = NULL WHERE id = $1',
      [submitted.id],
    );
    expect((await app.get(pathOf(submitted))).text).toBe(before.text);
  });

  it('shows a withdrawal, and is otherwise the same', async () => {
    const submitted = await submit(app);
    const before = await app.get(pathOf(submitted));
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [submitted.id],
    );
    const after = await app.get(pathOf(submitted));
    expect(after.body).toEqual({ ...before.body, certificateStatus: 'withdrawn' });
  });

  it('answers HEAD without a body, and no other method', async () => {
    const path = pathOf(await submit(app));
    const head = await callHttp(app.origin + path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const removed = await callHttp(app.origin + path, { method: 'DELETE' });
    expect([removed.status, removed.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe.each(['', '/delivery'])('GET /api/results/{capability}%s', (below) => {
  it('answers 404 for everything but a capability of ours, always the same § 10.10b', async () => {
    const foreign = await submit((await sharedAppWithWorker()).app);
    const wrong = wrongCapabilities(await submit(app));
    const foreignCapability = new URL(String(foreign.resultUrl)).pathname.split('/').at(-1) ?? '';
    const answers = await Promise.all(
      [...wrong, foreignCapability].map((capability) => askWrongly(app, capability, below)),
    );
    const [first] = answers;
    expect(first).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
    expect(Object.fromEntries(first?.headers ?? [])).toMatchObject(holdersOnly);
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(answers[0] ?? answer));
  });
});

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;

describe('GET /api/results/{capability}/delivery', () => {
  const app = given(() => startPublicApp({ settings: { RESEND_LIMIT: 1_000 } }));
  const inbox = given(() =>
    startInbox({
      onRecipient: (recipient) => {
        if (recipient.startsWith('later')) throw smtpError(450);
      },
    }),
  );
  let worker: RunningProgram | undefined;

  afterEach(() => worker?.close());
  afterAll(async () => {
    await inbox.close();
    await app.close();
  });

  async function statusOf(
    submitted: Record<string, unknown>,
    at: PublicApp = app,
  ): Promise<Record<string, unknown>> {
    const { status, body, headers, text } = await at.get(`${pathOf(submitted)}/delivery`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    expect(text).not.toContain('example.com');
    return body;
  }

  async function submitTo(address: string): Promise<Record<string, unknown>> {
    return submit(app, { submitterEmail: address });
  }

  /** The status, once it is no longer `queued`. */
  async function settled(
    submitted: Record<string, unknown>,
    at?: PublicApp,
  ): Promise<Record<string, unknown>> {
    return until(async () => {
      const body = await statusOf(submitted, at);
      return body.status !== 'queued' && body;
    });
  }

  it('answers none without an address', async () => {
    expect(await statusOf(await submit(app))).toEqual({ status: 'none' });
  });

  it('answers queued, then sent, and queued again after a resend § 10.10ad', async () => {
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

  it('answers failed when the mail server refuses the message for good § 10.10ad', async () => {
    const { app } = await sharedAppWithWorker();
    const submitted = await submit(app, { submitterEmail: 'gone@example.com' });
    expect(await settled(submitted, app)).toEqual({ status: 'failed', queuedAt: submitted.createdAt });
  });

  it('answers waiting for a retry, a full budget and a blocked recipient, without telling them apart § 10.10ad', async () => {
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
    const shown = await Promise.all(sameRecipient.map((submitted) => settled(submitted)));
    expect(shown.map(({ status }) => status).toSorted()).toEqual(['sent', 'waiting']);
    const late = shown.findIndex(({ status }) => status === 'waiting');
    expect(shown[late]).toEqual(waiting(sameRecipient[late] ?? {}));
  });
});

describe('GET /api/results/{capability}', () => {
  it('answers 503 while the database is away, and 404 for a wrong capability without asking it § 10.10c', async () => {
    const app = await startPublicApp();
    const path = pathOf(await submit(app));
    await app.loseDatabase();
    for (const below of ['', '/delivery']) {
      const { status, body, headers } = await app.get(path + below);
      const error = 'the service is temporarily unavailable, try again';
      expect({ status, body }).toEqual({ status: 503, body: { error } });
      expect(Object.fromEntries(headers)).toMatchObject({ ...holdersOnly, 'retry-after': '2' });
      expect((await app.get(`/api/results/${'A'.repeat(48)}${below}`)).status).toBe(404);
    }
    await app.close();
  });
});
