import { given, readQrCodes, type StoredMail, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { isAbout } from '../support/mails';
import { platformBaseUrl, sharedPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';
import { givenAppWithWorker } from '../support/worker-app';

const app = given(sharedPublicApp);
beforeEach(() => app.sql('TRUNCATE rate_limits'));

async function resends(): Promise<number> {
  return (await app.sql(`SELECT id FROM deliveries WHERE kind = 'resend'`)).length;
}

describe('POST /api/survey-results/{id}/resend', () => {
  it('answers without any part of the address', async () => {
    const { id } = await submit(app, personal);
    const { text, headers } = await resend(app, id);
    expect(text + JSON.stringify([...headers])).not.toMatch(/assessor|example\.com/);
  });

  it('accepts the id in upper case', async () => {
    const { id } = await submit(app, personal);
    const { status, body } = await resend(app, String(id).toUpperCase());
    expect({ status, body }).toEqual({ status: 200, body: { id, status: 'queued' } });
  });

  it.each([
    { body: '{', contentType: 'application/json' },
    { body: '[1]', contentType: 'application/json' },
    { body: '', contentType: 'application/json' },
    { body: '{"a":"\\u0000"}', contentType: 'application/json' },
    { body: '{}', contentType: 'application/json; charset=utf-16' },
    { body: '['.repeat(17), contentType: 'application/json' },
    { body: 'hello', contentType: 'text/plain' },
    { body: 'a=1', contentType: 'application/x-www-form-urlencoded' },
    { body: 'x', contentType: 'nonsense' },
  ])('ignores the body $body of $contentType § 4.1n', async ({ body, contentType }) => {
    const { id } = await submit(app, personal);
    const answer = await app.post(`/api/survey-results/${String(id)}/resend`, body, {
      'content-type': contentType,
    });
    expect([answer.status, answer.body]).toEqual([200, { id, status: 'queued' }]);
  });

  it('ignores a body whose encoding is broken, and refuses one over the limit', async () => {
    const { id } = await submit(app, personal);
    const path = `/api/survey-results/${String(id)}/resend`;
    const json = { 'content-type': 'application/json' };
    expect((await app.post(path, 'not compressed', { ...json, 'content-encoding': 'gzip' })).status).toBe(
      200,
    );
    expect((await app.post(path, 'x'.repeat(102_401), json)).status).toBe(413);
  });

  it('accepts only POST', async () => {
    const { id } = await submit(app);
    const { status, headers } = await app.get(`/api/survey-results/${String(id)}/resend`);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });
});

describe('POST /api/survey-results/{id}/resend, without a recipient', () => {
  let before: number;
  beforeAll(async () => {
    before = await resends();
  });

  const unknown = { status: 404, body: { error: 'there is no survey result with this id' } };
  const noAddress = { status: 404, body: { error: 'no email address is recorded for this survey result' } };

  it('answers 404 for an unknown id § 4.1p 7.1g', async () => {
    expect(await resend(app, randomUUID())).toMatchObject(unknown);
  });

  it.each(['1', 'not-a-uuid', `${randomUUID()}0`, '%27%20OR%20true--', '%00', 'constructor'])(
    'answers 404 for the id %s § 4.1n',
    async (id) => {
      expect(await resend(app, id)).toMatchObject(unknown);
    },
  );

  it('answers 404 with its own text for a result without an address', async () => {
    const { id } = await submit(app, { notes: 'no mail wanted' });
    expect(await resend(app, id)).toMatchObject(noAddress);
  });

  it('answers 404 with the same text after the address is erased', async () => {
    const { id } = await submit(app, personal);
    await app.sql(
      'UPDATE survey_results SET submitter_email = NULL, submitter_email_mac = NULL WHERE id = $1',
      [id],
    );
    expect(await resend(app, id)).toMatchObject(noAddress);
  });

  it('queues nothing when it answers 404', async () => {
    expect(await resends()).toEqual(before);
  });
});

describe('POST /api/survey-results/{id}/resend, above the limit', () => {
  let id: unknown;

  beforeAll(async () => {
    ({ id } = await submit(app, personal));
  });

  async function statuses(count: number, headers: Record<string, string> = {}): Promise<number[]> {
    const answers = [];
    for (let call = 0; call < count; call += 1) answers.push((await resend(app, id, headers)).status);
    return answers;
  }

  it('answers 429 with Retry-After from a client’s sixth call within fifteen minutes § 4.1q 7.1i 8d', async () => {
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 200]);

    const { status, body, headers } = await resend(app, id);
    expect({ status, body }).toEqual({ status: 429, body: { error: expect.any(String) as string } });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(15 * 60 - 30);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it('queues nothing when it answers 429', async () => {
    const before = await resends();
    await statuses(8);
    expect(await resends()).toBe(before + 5);
  });

  it('answers 200 again when a call has left the window, regardless of refused calls', async () => {
    await statuses(9);
    await app.sql(
      `UPDATE rate_limits SET hits = ARRAY(SELECT hit - interval '899 seconds' FROM unnest(hits) AS hit)`,
    );
    expect(await statuses(1)).toEqual([429]);
    await app.sql(
      `UPDATE rate_limits SET hits = ARRAY(SELECT hit - interval '60 seconds' FROM unnest(hits) AS hit)`,
    );
    expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('counts calls for unknown ids too, which limits guessing', async () => {
    for (let call = 0; call < 5; call += 1) expect((await resend(app, randomUUID())).status).toBe(404);
    expect(await statuses(1)).toEqual([429]);
    expect((await resend(app, 'not-a-uuid')).status).toBe(429);
  });

  it('allows five of fifty concurrent calls § V2.3.4', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => resend(app, id)));
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([counts.get(200)?.length, counts.get(429)?.length]).toEqual([5, 45]);
  });

  it('limits resends only', async () => {
    await statuses(6);
    await submit(app, personal);
    expect((await app.get(`/api/survey-results/${String(id)}/verify`)).status).toBe(200);
  });

  it('answers 503 while the database cannot return the count', async () => {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE rate_limits');
    expect(await statuses(1)).toEqual([503]);
    await blocker.end();
  });
});

describe('POST /api/survey-results/{id}/resend, with a worker', () => {
  const { app, inbox } = givenAppWithWorker();

  /** The messages about a result, once none is queued. */
  async function delivered(submitted: Record<string, unknown>): Promise<readonly StoredMail[]> {
    const open = `SELECT id FROM deliveries WHERE result_id = $1 AND state = 'queued'`;
    await until(async () => (await app.sql(open, [submitted.id])).length === 0);
    return inbox.messages().filter(isAbout(submitted));
  }

  it('answers 200 and sends the certificate again to the recorded address § 1.2c 1.3b 4.1n 4.1o 5.1.1b 6c', async () => {
    const submitted = await submit(app, personal);
    const { id } = submitted;
    await delivered(submitted);
    inbox.clear();

    const { status, body, headers } = await resend(app, id);
    expect({ status, body }).toEqual({ status: 200, body: { id, status: 'queued' } });
    expect([...headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);

    const [mail, ...others] = await delivered(submitted);
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([personal.submitterEmail]);
    const [attachment] = mail?.attachments ?? [];
    const codes = await readQrCodes(attachment?.content ?? new Uint8Array());
    expect(codes).toEqual([`${platformBaseUrl}/api/certification/verify/${String(id)}`]);
  });

  it('sends every message with its own Message-ID', async () => {
    const submitted = await submit(app, personal);
    for (let count = 0; count < 2; count += 1) expect((await resend(app, submitted.id)).status).toBe(200);

    const sources = (await delivered(submitted)).map(({ raw }) => raw.toString('utf8'));
    const messageIds = sources.map((source) => /^Message-ID: (<[^>]+>)\r$/m.exec(source)?.[1]);
    expect(new Set(messageIds).size).toBe(3);
  });

  it('sends only to the recorded address, for any body § 4.1o 6c', async () => {
    const submitted = await submit(app, personal);
    await delivered(submitted);
    inbox.clear();

    const { status } = await app.post(`/api/survey-results/${String(submitted.id)}/resend`, {
      submitterEmail: 'stranger@example.com',
      email: 'stranger@example.com',
    });
    expect(status).toBe(200);
    expect((await delivered(submitted)).flatMap(({ to }) => to)).toEqual([personal.submitterEmail]);
  });
});
