import { type RunningProgram } from '@governance/runtime';
import { callHttp, readPdf, readQrCodes } from '@governance/testing';
import { createHash } from 'node:crypto';
import { documentOf } from '../support/documents';
import { evidence } from '../support/evidence';
import { goldenCase } from '../support/golden';
import { askWrongly, comparable, holdersOnly, pathOf, wrongCapabilities } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

describe('GET /api/results/{capability}/evidence-report', () => {
  let app: PublicApp;
  let worker: RunningProgram;

  beforeAll(async () => {
    app = await startPublicApp();
    worker = await startWorker(app, 'smtp://127.0.0.1:1');
  });
  afterAll(async () => {
    await worker.close();
    await app.close();
  });

  it('answers 200 with the evidence, and says whose statements it shows § 10.10u', async () => {
    const submitted = await submit(app, { ...personal, organizationName: 'Acme Ltd', evidence });
    const { pdf, headers } = await documentOf(app, submitted, 'evidence-report');
    expect(headers).toMatchObject({
      ...holdersOnly,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="evidence-report-${String(submitted.id).slice(0, 8)}.pdf"`,
      'content-length': String(pdf.length),
      etag: `"${createHash('sha256').update(pdf).digest('hex')}"`,
      'x-content-type-options': 'nosniff',
    });
    const { text, title } = await readPdf(pdf);
    const { owner, link } = evidence['gov-ai-policy'];
    for (const shown of [
      owner,
      link,
      '31 March 2027',
      'Policy 4.2, approved by the board.',
      String(submitted.id),
    ])
      expect(text).toContain(shown);
    expect(text).toContain('statements of the holder, not checked. Not a certificate.');
    expect([title.startsWith('Evidence report'), await readQrCodes(pdf)]).toEqual([true, []]);
    expect(text).not.toMatch(/assessor|private notes|Acme/);
  });

  it('makes one report for any number of requests, beside the certificate', async () => {
    const submitted = await submit(app, { evidence });
    await Promise.all([
      documentOf(app, submitted),
      ...Array.from({ length: 4 }, () => documentOf(app, submitted, 'evidence-report')),
    ]);
    const rows = await app.sql('SELECT state, attempts FROM evidence_reports WHERE result_id = $1', [
      submitted.id,
    ]);
    expect(rows).toEqual([{ state: 'stored', attempts: 1 }]);
  });

  it('answers 304 to a client that has it', async () => {
    const submitted = await submit(app, { evidence });
    const { headers } = await documentOf(app, submitted, 'evidence-report');
    const known = await app.get(`${pathOf(submitted)}/evidence-report`, {
      'if-none-match': headers.etag ?? '',
    });
    expect([known.status, known.text]).toEqual([304, '']);
    expect(Object.fromEntries(known.headers)).toMatchObject(holdersOnly);
  });

  it('stays when the certificate is withdrawn', async () => {
    const submitted = await submit(app, { evidence });
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [submitted.id],
    );
    expect((await documentOf(app, submitted, 'evidence-report')).pdf.length).toBeGreaterThan(1_000);
    expect((await app.get(`${pathOf(submitted)}/certificate`)).status).toBe(404);
  });

  it('is made with the rubric of its result', async () => {
    const { mode, answers } = goldenCase('persona-policy-on-paper');
    const asked = { mode, answers, evidence, rubricVersion: '1.0.0' };
    const { status, body } = await app.post('/api/survey-results', asked);
    expect(status).toBe(201);
    const { pdf } = await documentOf(app, body, 'evidence-report');
    expect((await readPdf(pdf)).text).toContain('version 1.0.0');
  });
});

describe('GET /api/results/{capability}/evidence-report, without a worker', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterEach(() => app.sql('TRUNCATE evidence_reports'));
  afterAll(() => app.close());

  it('answers 202 and queues the document once, while no worker has made it § 10.10v', async () => {
    const submitted = await submit(app, { evidence });
    const path = `${pathOf(submitted)}/evidence-report`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.get(path)));
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 202, body: { status: 'queued' } });
      expect(Object.fromEntries(headers)).toMatchObject({ ...holdersOnly, 'retry-after': '2' });
    }
    const rows = await app.sql('SELECT result_id, state FROM evidence_reports');
    expect(rows).toEqual([{ result_id: submitted.id, state: 'queued' }]);
  });

  it('answers HEAD alike, without a body', async () => {
    const path = `${pathOf(await submit(app, { evidence }))}/evidence-report`;
    const { status, text, headers } = await callHttp(app.origin + path, { method: 'HEAD' });
    expect([status, text, headers.get('retry-after')]).toEqual([202, '', '2']);
  });

  it('answers 404 for everything but a capability of ours, always the same, and queues nothing § 10.10w', async () => {
    const wrong = wrongCapabilities(await submit(app, { evidence }));
    const answers = await Promise.all(
      wrong.map((capability) => askWrongly(app, capability, '/evidence-report')),
    );
    const result = await askWrongly(app, 'A'.repeat(48));
    expect(result).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(result));
    expect(await app.sql('SELECT result_id FROM evidence_reports')).toEqual([]);
  });

  it.each([
    ['that was given none', {}],
    ['whose evidence was deleted, even if its report is stored', { evidence }],
  ])('answers 404 with its own text for a result %s § 10.10w', async (_which, extras) => {
    const submitted = await submit(app, extras);
    await app.sql('UPDATE survey_results SET evidence = NULL WHERE id = $1', [submitted.id]);
    await app.sql(
      `INSERT INTO evidence_reports (result_id, state, requested_at, available_at, document)
       VALUES ($1, 'stored', now(), now(), 'sealed')`,
      [submitted.id],
    );
    const { status, body, headers } = await app.get(`${pathOf(submitted)}/evidence-report`);
    expect({ status, body }).toEqual({ status: 404, body: { error: 'this result has no evidence' } });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
  });
});

describe('GET /api/results/{capability}/evidence-report, with a budget of two for each client', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { PDF_BUDGET_CLIENT_HOUR: 2, TRUST_PROXY: 1 } });
  });
  afterAll(() => app.close());

  it('answers 429 to a client that has had too many made, and not to another one § 10.10x', async () => {
    const [first, second, third] = [
      await submit(app, { evidence }),
      await submit(app, { evidence }),
      await submit(app, { evidence }),
    ];
    const ask = (submitted: Record<string, unknown>, client: string): ReturnType<typeof app.get> =>
      app.get(`${pathOf(submitted)}/evidence-report`, { 'x-forwarded-for': client });
    for (const submitted of [first, second]) expect((await ask(submitted, '192.0.2.1')).status).toBe(202);

    const { status, body, headers } = await ask(third, '192.0.2.1');
    expect({ status, body }).toEqual({
      status: 429,
      body: { error: 'too many evidence reports asked for from this address, try again later' },
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    // Asking again for a queued document is not counted.
    expect((await ask(first, '192.0.2.1')).status).toBe(202);
    expect((await ask(third, '192.0.2.2')).status).toBe(202);
    // Certificates count with it.
    const certificate = await app.get(`${pathOf(first)}/certificate`, { 'x-forwarded-for': '192.0.2.1' });
    expect(certificate.status).toBe(429);
  });
});

describe('GET /api/results/{capability}/evidence-report, with a budget of two for all clients', () => {
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

  it('answers 503 when too many were requested by all clients § 10.10y', async () => {
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

  it('answers 503 while the database is away § 10.10y', async () => {
    const submitted = await submit(app, { evidence });
    await app.loseDatabase();
    const { status, headers } = await ask(submitted);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  });
});
