import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}/certificate', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { PDF_BUDGET_TOTAL_HOUR: 2 } });
  });
  beforeEach(() => app.sql('TRUNCATE certificate_documents'));
  afterAll(() => app.close());

  async function ask(submitted: Record<string, unknown>): ReturnType<typeof app.get> {
    const answer = await app.get(`${pathOf(submitted)}/certificate`);
    expect(Object.fromEntries(answer.headers)).toMatchObject(holdersOnly);
    return answer;
  }

  it('answers 503 when too many were requested by all clients', async () => {
    for (let count = 0; count < 2; count += 1) expect((await ask(await submit(app))).status).toBe(202);
    const { status, body, headers } = await ask(await submit(app));
    const error = 'too many certificates are being made, try again later';
    expect({ status, body }).toEqual({ status: 503, body: { error } });
    expect(headers.get('retry-after')).toBe('60');
  });

  it('answers 503 for a document that could not be made, and makes it again when asked later', async () => {
    const submitted = await submit(app);
    await ask(submitted);
    await app.sql(`
      UPDATE certificate_documents
      SET state = 'parked', attempts = 4, failure = 'TimeoutError', available_at = now() + interval '90 seconds'`);
    const { status, body, headers } = await ask(submitted);
    const error = 'the certificate could not be made, ask for it again later';
    expect({ status, body }).toEqual({ status: 503, body: { error } });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(90);

    await app.sql('UPDATE certificate_documents SET available_at = now()');
    expect((await ask(submitted)).status).toBe(202);
    expect(await app.sql('SELECT state, attempts, failure FROM certificate_documents')).toEqual([
      { state: 'queued', attempts: 0, failure: null },
    ]);
  });

  it('answers 503 while the database is away', async () => {
    const submitted = await submit(app);
    await app.loseDatabase();
    const { status, headers } = await ask(submitted);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  });
});
