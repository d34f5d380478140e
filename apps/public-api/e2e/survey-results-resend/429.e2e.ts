import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { resend } from '../support/resend';
import { personal, submit } from '../support/submit';

describe('POST /api/survey-results/{id}/resend', () => {
  let app: PublicApp;
  let id: unknown;

  beforeAll(async () => {
    app = await startPublicApp();
    ({ id } = await submit(app, personal));
  });
  beforeEach(() => app.sql('TRUNCATE rate_limits'));
  afterAll(() => app.close());

  async function statuses(count: number, headers: Record<string, string> = {}): Promise<number[]> {
    const answers = [];
    for (let call = 0; call < count; call += 1) answers.push((await resend(app, id, headers)).status);
    return answers;
  }

  it('answers 429 with Retry-After from a client’s sixth call within fifteen minutes', async () => {
    expect(await statuses(5)).toEqual([200, 200, 200, 200, 200]);

    const { status, body, headers } = await resend(app, id);
    expect({ status, body }).toEqual({ status: 429, body: { error: expect.any(String) as string } });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(15 * 60 - 30);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
  });

  it('queues nothing when it answers 429', async () => {
    const resends = `SELECT id FROM deliveries WHERE kind = 'resend'`;
    const before = (await app.sql(resends)).length;
    await statuses(8);
    expect(await app.sql(resends)).toHaveLength(before + 5);
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

  it('allows five of fifty concurrent calls', async () => {
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
