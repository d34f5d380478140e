import { evidence } from '../support/evidence';
import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}/evidence-report', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { PDF_BUDGET_TOTAL_HOUR: 2 } });
  });
  beforeEach(() => app.sql('TRUNCATE evidence_reports'));
  afterAll(() => app.close());

  async function ask(submitted: Record<string, unknown>): ReturnType<typeof app.get> {
    const answer = await app.get(`${pathOf(submitted)}/evidence-report`);
    expect(Object.fromEntries(answer.headers)).toMatchObject(holdersOnly);
    return answer;
  }

  it('answers 503 when too many were requested by all clients', async () => {
    for (let count = 0; count < 2; count += 1)
      expect((await ask(await submit(app, { evidence }))).status).toBe(202);
    const { status, body, headers } = await ask(await submit(app, { evidence }));
    const error = 'too many evidence reports are being made, try again later';
    expect({ status, body }).toEqual({ status: 503, body: { error } });
    expect(headers.get('retry-after')).toBe('60');
  });

  it('answers 503 for a document that could not be made, and makes it again when asked later', async () => {
    const submitted = await submit(app, { evidence });
    await ask(submitted);
    await app.sql(`
      UPDATE evidence_reports
      SET state = 'parked', attempts = 4, failure = 'TimeoutError', available_at = now() + interval '90 seconds'`);
    const { status, body, headers } = await ask(submitted);
    const error = 'the evidence report could not be made, ask for it again later';
    expect({ status, body }).toEqual({ status: 503, body: { error } });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(90);

    await app.sql('UPDATE evidence_reports SET available_at = now()');
    expect((await ask(submitted)).status).toBe(202);
    expect(await app.sql('SELECT state, attempts, failure FROM evidence_reports')).toEqual([
      { state: 'queued', attempts: 0, failure: null },
    ]);
  });

  it('answers 503 while the database is away', async () => {
    const submitted = await submit(app, { evidence });
    await app.loseDatabase();
    const { status, headers } = await ask(submitted);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  });
});
