import { type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { goldenCase } from '../support/golden';
import { type PublicApp, startPublicApp } from '../support/public-app';

const { answers } = goldenCase('gates-2-rest-0');
const anotherClient = { 'x-forwarded-for': '198.51.100.7' };

describe('POST /api/survey-results with an Idempotency-Key', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp({ settings: { TRUST_PROXY: 1 } });
  });
  afterEach(() => app.sql('TRUNCATE idempotency_keys, deliveries, survey_results CASCADE'));
  afterAll(() => app.close());

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
