import { given, type HttpAnswer, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { goldenCase } from '../support/golden';
import { startPublicApp } from '../support/public-app';

const { answers } = goldenCase('gates-2-rest-0');
const anotherClient = { 'x-forwarded-for': '198.51.100.7' };

const app = given(() => startPublicApp({ settings: { TRUST_PROXY: 1 } }));
afterEach(() => app.sql('TRUNCATE idempotency_keys, deliveries, survey_results CASCADE'));
afterAll(() => app.close());

describe('POST /api/survey-results with an Idempotency-Key', () => {
  function submit(
    key: string,
    extras: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer> {
    return app.post('/api/survey-results', { answers, ...extras }, { 'idempotency-key': key, ...headers });
  }

  async function counts(): Promise<unknown> {
    const [row] = await app.sql(
      'SELECT (SELECT count(*)::int FROM survey_results) AS results, (SELECT count(*)::int FROM deliveries) AS deliveries',
    );
    return row;
  }

  it('answers with the same result, marked as a replay, and sends nothing twice', async () => {
    const key = randomUUID();
    const submitterEmail = 'assessor@example.com';
    const first = await submit(key, { submitterEmail });
    const second = await submit(key, { submitterEmail });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await counts()).toEqual({ results: 1, deliveries: 1 });
  });

  it('answers with the same result to another client that sends the same body', async () => {
    const key = randomUUID();
    const submitterEmail = 'assessor@example.com';
    const first = await submit(key, { submitterEmail });
    const second = await submit(key, { submitterEmail }, anotherClient);

    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(second.text).toBe(first.text);
    expect(await counts()).toEqual({ results: 1, deliveries: 1 });
  });

  it('creates one result for fifty concurrent requests', async () => {
    const key = randomUUID();
    const settled = await Promise.all(Array.from({ length: 50 }, () => submit(key)));
    const created = settled.filter(({ status }) => status === 201);
    expect(settled.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
    expect(await counts()).toEqual({ results: 1, deliveries: 0 });
  });

  it('expires a key after 24 hours', async () => {
    const key = randomUUID();
    const first = await submit(key);
    await app.sql(`UPDATE idempotency_keys SET created_at = created_at - interval '24 hours'`);
    const second = await submit(key, { notes: 'another' });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('stores no key of a refused submission', async () => {
    const key = randomUUID();
    expect((await submit(key, { mode: 'unknown' })).status).toBe(400);
    expect((await submit(key)).status).toBe(201);
  });

  it('stores keys and bodies as keyed hashes only', async () => {
    const key = randomUUID();
    await submit(key, { notes: 'private notes' });
    const rows = await app.sql('SELECT key_mac, body_mac FROM idempotency_keys');
    expect(rows.length).toBeGreaterThan(0);
    for (const mac of rows.flatMap((row) => Object.values(row))) expect((mac as Buffer).length).toBe(32);
  });

  it.each(['short', 'x'.repeat(256), 'sixteen chars\tand'])('answers 400 to the key %p', async (key) => {
    expect(await submit(key)).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key must be 16 to 255 printable ASCII characters' },
    });
    expect(await counts()).toEqual({ results: 0, deliveries: 0 });
  });
});

describe('POST /api/survey-results, with a key in use', () => {
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

  it('answers 422 to a client that uses an Idempotency-Key again with another body', async () => {
    const key = randomUUID();
    const { body: first } = await submit(key, { from: '192.0.2.1' });
    const { status, body } = await submit(key, { from: '192.0.2.1', notes: 'another' });
    expect({ status, body }).toEqual({
      status: 422,
      body: { error: 'this Idempotency-Key was used with another body' },
    });
    expect(await app.sql('SELECT id FROM survey_results')).toEqual([{ id: first.id }]);
  });

  it('answers 422 to another address of the same IPv6 network', async () => {
    const key = randomUUID();
    await submit(key, { from: '2001:db8:1:2::1' });
    expect((await submit(key, { from: '2001:db8:1:2::2', notes: 'another' })).status).toBe(422);
  });

  it('treats another client’s key with another body as a new submission', async () => {
    const key = randomUUID();
    const { body: first } = await submit(key, { from: '192.0.2.1' });
    const second = await submit(key, { from: '198.51.100.1', notes: 'another' });
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(second.body.id).not.toBe(first.id);

    const again = await submit(key, { from: '198.51.100.1', notes: 'another' });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', second.text]);
    expect((await submit(key, { from: '198.51.100.1', notes: 'a third' })).status).toBe(422);
  });
});
