import { type HttpAnswer, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { goldenCase } from '../support/golden';
import { type PublicApp, startPublicApp } from '../support/public-app';

const { answers } = goldenCase('gates-2-rest-0');

describe('POST /api/survey-results', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp({ settings: { TRUST_PROXY: 1 } });
  });
  afterAll(() => app.close());

  function submit(
    key: string,
    { from, notes }: { readonly from: string; readonly notes?: string },
  ): Promise<HttpAnswer> {
    const headers = { 'idempotency-key': key, 'x-forwarded-for': from };
    return app.post('/api/survey-results', { answers, ...(notes !== undefined && { notes }) }, headers);
  }

  /** Holds all submissions while `work` runs. */
  async function whileHeld(first: () => Promise<HttpAnswer>, work: () => Promise<void>): Promise<HttpAnswer> {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE survey_results IN SHARE MODE');
      const running = first();
      const blocked = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await until(async () => (await app.sql(blocked)).length > 0);
      await work();
      await blocker.query('ROLLBACK');
      return await running;
    } finally {
      await blocker.end();
    }
  }

  it('answers 409 to the client of an Idempotency-Key while its first submission runs, and replays it afterwards', async () => {
    const key = randomUUID();
    const client = { from: '192.0.2.1' };
    const { text } = await whileHeld(
      () => submit(key, client),
      async () => {
        for (const notes of [undefined, 'another']) {
          const { status, body } = await submit(key, { ...client, ...(notes !== undefined && { notes }) });
          expect({ status, body }).toEqual({
            status: 409,
            body: { error: 'a submission with this Idempotency-Key is still running' },
          });
        }
      },
    );
    expect((await submit(key, client)).text).toBe(text);
  });

  it('answers 201 to another client in the meantime: the same result for the same body, and a new one for another', async () => {
    const key = randomUUID();
    const others: Promise<HttpAnswer>[] = [];
    const first = await whileHeld(
      () => submit(key, { from: '192.0.2.1' }),
      () => {
        others.push(submit(key, { from: '198.51.100.1' }));
        others.push(submit(key, { from: '203.0.113.1', notes: 'another' }));
        return Promise.resolve();
      },
    );
    const [same, own] = await Promise.all(others);
    expect([same?.status, same?.text]).toEqual([201, first.text]);
    expect([own?.status, own?.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(own?.body.id).not.toBe(first.body.id);
  });
});
