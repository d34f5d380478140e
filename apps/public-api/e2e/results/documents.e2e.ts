import { callHttp, type HttpAnswer, readPdf, readQrCodes } from '@governance/testing';
import { createHash } from 'node:crypto';
import { documentOf } from '../support/documents';
import { evidence } from '../support/evidence';
import { goldenCase } from '../support/golden';
import { askWrongly, comparable, holdersOnly, pathOf, wrongCapabilities } from '../support/held-results';
import { type OwnPublicApp, type PublicApp, sharedPublicApp, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';
import { sharedAppWithWorker } from '../support/worker-app';

type Submitted = Record<string, unknown>;

const kinds = [
  {
    name: 'certificate',
    table: 'certificate_documents',
    noun: 'certificate',
    unmake: `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
    unmakeable: 'the certificate of this result was withdrawn',
    client: '192.0.2.1',
  },
  {
    name: 'evidence-report',
    table: 'evidence_reports',
    noun: 'evidence report',
    unmake: 'UPDATE survey_results SET evidence = NULL WHERE id = $1',
    unmakeable: 'this result has no evidence',
    client: '192.0.2.2',
  },
] as const;

let app: PublicApp;

beforeEach(() => app.sql('TRUNCATE certificate_documents, evidence_reports'));

function submitAll(count: number): Promise<Submitted[]> {
  return Promise.all(Array.from({ length: count }, () => submit(app, { evidence })));
}

async function ask(submitted: Submitted, name: string, client?: string): Promise<HttpAnswer> {
  const headers = client === undefined ? {} : { 'x-forwarded-for': client };
  const answer = await app.get(`${pathOf(submitted)}/${name}`, headers);
  expect(Object.fromEntries(answer.headers)).toMatchObject(holdersOnly);
  return answer;
}

function expectRetryWithin(headers: Headers, [least, most]: readonly [number, number]): void {
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(least);
  expect(seconds).toBeLessThanOrEqual(most);
}

describe('GET /api/results/{capability}/{document}, with a worker', () => {
  beforeAll(async () => {
    ({ app } = await sharedAppWithWorker());
  });

  it.each(kinds)(
    'answers the same bytes of the $name until they are removed, and 304 to a client that has them § V5.3.1',
    async ({ name, table }) => {
      const submitted = await submit(app, { evidence });
      const { pdf, headers } = await documentOf(app, submitted, name);
      expect((await documentOf(app, submitted, name)).pdf).toEqual(pdf);
      const path = `${pathOf(submitted)}/${name}`;
      const known = await app.get(path, { 'if-none-match': headers.etag ?? '' });
      expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', headers.etag]);
      expect(Object.fromEntries(known.headers)).toMatchObject(holdersOnly);
      const head = await callHttp(app.origin + path, { method: 'HEAD' });
      const length = String(pdf.length);
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', length]);
      await app.sql(`DELETE FROM ${table}`);
      expect((await app.get(path)).status).toBe(202);
    },
  );

  it('makes one document of each kind for any number of requests', async () => {
    const submitted = await submit(app, { evidence });
    const requests = kinds.flatMap(({ name }) =>
      Array.from({ length: 4 }, () => documentOf(app, submitted, name)),
    );
    await Promise.all(requests);
    for (const { table } of kinds)
      expect(await app.sql(`SELECT state FROM ${table} WHERE result_id = $1`, [submitted.id])).toEqual([
        { state: 'stored' },
      ]);
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

  it('keeps the report when the certificate is withdrawn', async () => {
    const submitted = await submit(app, { evidence });
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [submitted.id],
    );
    expect((await documentOf(app, submitted, 'evidence-report')).pdf.length).toBeGreaterThan(1_000);
    expect((await app.get(`${pathOf(submitted)}/certificate`)).status).toBe(404);
  });

  it('makes the report with the rubric of its result', async () => {
    const { mode, answers } = goldenCase('persona-policy-on-paper');
    const asked = { mode, answers, evidence, rubricVersion: '1.0.0' };
    const { status, body } = await app.post('/api/survey-results', asked);
    expect(status).toBe(201);
    const { pdf } = await documentOf(app, body, 'evidence-report');
    expect((await readPdf(pdf)).text).toContain('version 1.0.0');
  });
});

describe('GET /api/results/{capability}/{document}, without a worker', () => {
  beforeAll(async () => {
    app = await sharedPublicApp();
  });

  it.each(kinds)(
    'answers 202 and queues the $name once, while no worker has made it § 10.10z 10.10v',
    async ({ name, table }) => {
      const submitted = await submit(app, { evidence });
      for (const { status, body, headers } of await Promise.all(
        [1, 2, 3, 4].map(() => ask(submitted, name)),
      )) {
        expect({ status, body }).toEqual({ status: 202, body: { status: 'queued' } });
        expect(headers.get('retry-after')).toBe('2');
      }
      const rows = await app.sql(`SELECT result_id, state FROM ${table}`);
      expect(rows).toEqual([{ result_id: submitted.id, state: 'queued' }]);
    },
  );

  it.each(kinds)('answers HEAD for the $name alike, without a body', async ({ name }) => {
    const path = `${pathOf(await submit(app, { evidence }))}/${name}`;
    const { status, text, headers } = await callHttp(app.origin + path, { method: 'HEAD' });
    expect([status, text, headers.get('retry-after')]).toEqual([202, '', '2']);
  });

  it.each(kinds)(
    'answers 404 for everything but a capability of ours, always the same, and queues no $name § 10.10aa 10.10w',
    async ({ name, table }) => {
      const wrong = wrongCapabilities(await submit(app, { evidence }));
      const answers = await Promise.all(wrong.map((capability) => askWrongly(app, capability, `/${name}`)));
      const result = await askWrongly(app, 'A'.repeat(48));
      expect(result).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
      for (const answer of answers) expect(comparable(answer)).toEqual(comparable(result));
      expect(await app.sql(`SELECT result_id FROM ${table}`)).toEqual([]);
    },
  );

  it.each(kinds)(
    'answers 404 with its own text for a $name that became unmakeable, even if it is stored § 10.10aa 10.10w',
    async ({ name, table, unmake, unmakeable }) => {
      const submitted = await submit(app, { evidence });
      await app.sql(unmake, [submitted.id]);
      await app.sql(
        `INSERT INTO ${table} (result_id, state, requested_at, available_at, document)
         VALUES ($1, 'stored', now(), now(), 'sealed')`,
        [submitted.id],
      );
      expect(await ask(submitted, name)).toMatchObject({ status: 404, body: { error: unmakeable } });
    },
  );

  it('answers 404 for the report of a result that was given no evidence', async () => {
    const answer = await ask(await submit(app), 'evidence-report');
    expect(answer).toMatchObject({ status: 404, body: { error: 'this result has no evidence' } });
  });
});

describe('GET /api/results/{capability}/{document}, with a budget of two for each client', () => {
  let own: OwnPublicApp;

  beforeAll(async () => {
    const settings = { PDF_BUDGET_CLIENT_HOUR: 2, TRUST_PROXY: 1 };
    app = own = await startPublicApp({ beside: await sharedPublicApp(), settings });
  });
  afterAll(() => own.close());

  it.each(kinds)(
    'answers 429 to a client that has had too many $name documents made, and not to another one § 10.10ab 10.10x V2.4.1 V15.2.2',
    async ({ name, noun, client }) => {
      const [first = {}, second = {}, third = {}] = await submitAll(3);
      for (const submitted of [first, second]) expect((await ask(submitted, name, client)).status).toBe(202);

      const { status, body, headers } = await ask(third, name, client);
      const error = `too many ${noun}s asked for from this address, try again later`;
      expect({ status, body }).toEqual({ status: 429, body: { error } });
      expectRetryWithin(headers, [3_500, 3_600]);
      // Asking again for a queued document is not counted.
      expect((await ask(first, name, client)).status).toBe(202);
      expect((await ask(third, name, `${client}1`)).status).toBe(202);
      // Documents of the other kind count with it.
      for (const other of kinds)
        if (other.name !== name) expect((await ask(first, other.name, client)).status).toBe(429);
    },
  );
});

describe('GET /api/results/{capability}/{document}, with a budget of two for all clients', () => {
  let own: OwnPublicApp;

  beforeAll(async () => {
    app = own = await startPublicApp({ settings: { PDF_BUDGET_TOTAL_HOUR: 2 } });
  });
  afterAll(() => own.close());

  it.each(kinds)(
    'answers 503 when all clients requested too many of the $name § 10.10y',
    async ({ name, noun }) => {
      const [first = {}, second = {}, third = {}] = await submitAll(3);
      for (const submitted of [first, second]) expect((await ask(submitted, name)).status).toBe(202);
      const { status, body, headers } = await ask(third, name);
      const error = `too many ${noun}s are being made, try again later`;
      expect({ status, body }).toEqual({ status: 503, body: { error } });
      expect(headers.get('retry-after')).toBe('60');
    },
  );

  it.each(kinds)(
    'answers 503 for a $name that could not be made, and makes it again when asked later',
    async ({ name, table, noun }) => {
      const submitted = await submit(app, { evidence });
      await ask(submitted, name);
      await app.sql(`
        UPDATE ${table}
        SET state = 'parked', attempts = 4, failure = 'TimeoutError', available_at = now() + interval '90 seconds'`);
      const { status, body, headers } = await ask(submitted, name);
      const error = `the ${noun} could not be made, ask for it again later`;
      expect({ status, body }).toEqual({ status: 503, body: { error } });
      expectRetryWithin(headers, [0, 90]);

      await app.sql(`UPDATE ${table} SET available_at = now()`);
      expect((await ask(submitted, name)).status).toBe(202);
      expect(await app.sql(`SELECT state, attempts, failure FROM ${table}`)).toEqual([
        { state: 'queued', attempts: 0, failure: null },
      ]);
    },
  );

  it('answers 503 while the database is away § 10.10ac 10.10y', async () => {
    const submitted = await submit(app, { evidence });
    await own.loseDatabase();
    for (const { name } of kinds) {
      const { status, headers } = await ask(submitted, name);
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    }
  });
});
