import { callHttp, type HttpAnswer, OpenApiContract, statusesWhileFull, until } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { answersInOutage } from '../support/answers-in-outage';
import { everyDocumentAnswer } from '../support/document-answers';
import { everyDomainAnswer } from '../support/domain-answers';
import { evidence, refusedEvidence } from '../support/evidence';
import { goldenCase } from '../support/golden';
import { pathOf } from '../support/held-results';
import { type OwnPublicApp, startPublicApp } from '../support/public-app';

const { answers } = goldenCase('gates-2-rest-0');
const json = { 'content-type': 'application/json' };
const submissions = '/api/survey-results';
const launchPath = '/api/launch-path';

/**
 * The app's responses match its document: status, headers, body and error text. The last test finds documented responses that
 * never occur.
 */
describe('the responses of the public surface', () => {
  let app: OwnPublicApp;
  let contract: OpenApiContract;
  let id: string;
  /** The path of the same result, for its holder. */
  let result: string;

  beforeAll(async () => {
    const settings = { PDF_BUDGET_CLIENT_HOUR: 3, PDF_BUDGET_TOTAL_HOUR: 2 };
    app = await startPublicApp({ settings });
    contract = new OpenApiContract((await app.get('/openapi.json')).body);
    const { body } = await submit({ answers, submitterEmail: 'assessor@example.com' });
    id = String(body.id);
    result = pathOf(body);
  });
  beforeEach(() => app.sql('TRUNCATE rate_limits'));
  afterAll(() => app.close());

  async function ask(path: string, init: RequestInit & { method?: string } = {}): Promise<HttpAnswer> {
    const answer = await callHttp(app.origin + path, init);
    const { method = 'GET' } = init;
    expect(await contract.differences({ method, path }, answer)).toEqual([]);
    return answer;
  }

  const post = (
    path: string,
    body: string | null,
    headers: Record<string, string> = json,
  ): Promise<HttpAnswer> => ask(path, { method: 'POST', body, headers });

  function submit(body: object, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    return post(submissions, JSON.stringify(body), { ...json, ...headers });
  }

  async function blocking(statement: string, work: () => Promise<void>): Promise<void> {
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(statement);
    await work().finally(() => blocker.end());
  }

  it.each(['/health', '/health/live', '/health/ready', '/api/me'])('to GET %s', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  it.each(['/assessment.json', '/assessment/1.0.0.json'])('to GET %s', async (path) => {
    const { headers } = await ask(path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await ask(path, { headers: known })).status).toBe(304);
  });

  it.each(['0.9.0', '%E0%A4%A'])('to GET an unknown version: %s', async (version) => {
    expect((await ask(`/assessment/${version}.json`)).status).toBe(404);
  });

  it('to a submission with a key, and its replay', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { answers, mode: 'msp-self', rubricVersion: '1.0.0', notes: 'note' };
    expect((await submit(body, key)).status).toBe(201);
    expect((await submit(body, key)).headers.get('idempotency-replayed')).toBe('true');
    expect((await submit({ ...body, notes: 'another' }, key)).status).toBe(422);
    expect((await submit(body, { 'idempotency-key': 'short' })).status).toBe(400);
  });

  it('to a submission whose idempotency key is in use', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await blocking('LOCK TABLE survey_results IN SHARE MODE', async () => {
      const first = callHttp(app.origin + submissions, {
        method: 'POST',
        body: JSON.stringify({ answers }),
        headers: { ...json, ...key },
      }).catch(() => undefined);
      const blocked = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await until(async () => (await app.sql(blocked)).length > 0);
      expect((await submit({ answers }, key)).status).toBe(409);
      void first;
    });
  });

  const form = { 'content-type': 'text/plain' };
  const oldEncoding = { 'content-type': 'application/json; charset=koi8' };
  const manyMembers = JSON.stringify(Object.fromEntries([...Array(2_001).keys()].map((name) => [name, 0])));
  it.each([
    { what: 'that is truncated', body: '{', status: 400 },
    { what: 'that is too deep', body: '['.repeat(17) + ']'.repeat(17), status: 400 },
    { what: 'with too many members', body: manyMembers, status: 400 },
    { what: 'that is too large', body: JSON.stringify({ notes: 'x'.repeat(102_400) }), status: 413 },
    { what: 'of another media type', body: 'answers=3', headers: form, status: 415 },
    { what: 'of another encoding', body: '{}', headers: oldEncoding, status: 415 },
  ])('to a body $what', async ({ body, headers, status }) => {
    const resend = `${submissions}/${id}/resend`;
    const domain = [`${result}/domain/check`, `${result}/domain/mail`];
    for (const path of [submissions, launchPath, ...domain]) {
      expect((await post(path, body, headers)).status).toBe(status);
    }
    expect((await post(resend, body, headers)).status).toBe(status === 413 ? 413 : 200);
    const put = { method: 'PUT', body, headers: headers ?? json };
    expect((await ask(`${result}/domain`, put)).status).toBe(status);
  });

  it('to a body that is not an object', async () => {
    for (const path of [submissions, launchPath, `${result}/domain/mail`])
      expect((await post(path, '[]')).status).toBe(400);
    expect((await ask(`${result}/domain`, { method: 'PUT', body: '[]', headers: json })).status).toBe(400);
  });

  it('to a request for a launch path', async () => {
    expect((await post(launchPath, JSON.stringify({ answers }))).status).toBe(200);
  });

  const incomplete = Object.fromEntries(
    Object.entries(answers).filter(([question]) => question !== 'gov-ai-policy'),
  );
  const wrongAnswers: [string, object][] = [
    ['no answers', {}],
    ['empty answers', { answers: {} }],
    ['a missing answer', { answers: incomplete }],
    ['an unknown question', { answers: { ...answers, 'gov-ai-polic': 3 } }],
    ['a malformed question id', { answers: { ...answers, 'Not An Id': 3 } }],
    ['an invalid answer', { answers: { ...answers, 'gov-ai-policy': 4 } }],
    ['an unknown mode', { answers, mode: 'self' }],
    ['a version that is not a string', { answers, rubricVersion: 1 }],
    ['an unpublished version', { answers, rubricVersion: '0.9.0' }],
  ];

  it('to a reminder whose address would be deleted before', async () => {
    const forgetful = await startPublicApp({ beside: app, settings: { PERSONAL_DATA_DAYS: 30 } });
    const asked = { answers, submitterEmail: 'assessor@example.com', renewalReminder: true };
    const answer = await forgetful.post(submissions, asked);
    await forgetful.close();
    expect(answer.status).toBe(400);
    expect(await contract.differences({ method: 'POST', path: submissions }, answer)).toEqual([]);
  });

  it.each(refusedEvidence)('to a submission with the evidence %#', async (refused) => {
    expect((await submit({ answers, evidence: refused })).status).toBe(400);
  });

  it.each<[string, object]>([
    ...wrongAnswers,
    ['no address', { answers, submitterEmail: 'assessor' }],
    ['notes that are not a string', { answers, notes: 7 }],
    ['too long notes', { answers, notes: 'x'.repeat(10_001) }],
    ['notes that cannot be stored', { answers, notes: '\0' }],
    ['a name that is not a string', { answers, organizationName: 7 }],
    ['a name that cannot be printed', { answers, organizationName: '株式会社' }],
    ['a name that is too short', { answers, organizationName: 'A' }],
    ['a name that is a domain', { answers, organizationName: 'example.com' }],
    ['a name that is an address', { answers, organizationName: 'www.acme' }],
    ['a name that cannot be stored', { answers, organizationName: '\0' }],
    ['no answer about a reminder', { answers, renewalReminder: 'yes' }],
    ['a reminder without an address', { answers, renewalReminder: true }],
  ])('to a submission with %s', async (_what, body) => {
    expect((await submit(body)).status).toBe(400);
  });

  it.each(wrongAnswers)('to a request for a launch path with %s', async (_what, body) => {
    expect((await post(launchPath, JSON.stringify(body))).status).toBe(400);
  });

  it('to verification', async () => {
    const path = `/api/certification/verify/${id}`;
    expect((await ask(`${path}?format=json`)).body.valid).toBe(true);
    expect((await ask(`/api/certification/verify/${randomUUID()}?format=json`)).body.valid).toBe(false);
    expect((await ask(path, { headers: { accept: 'text/html' } })).status).toBe(302);
    expect((await ask(`${submissions}/${id}/verify`)).status).toBe(200);
    expect((await ask(`${submissions}/${randomUUID()}/verify`)).status).toBe(404);
    for (const wrong of ['42', '%E0%A4%A']) {
      expect((await ask(`/api/certification/verify/${wrong}`)).status).toBe(400);
      expect((await ask(`${submissions}/${wrong}/verify`)).status).toBe(400);
    }
  });

  it('to verification of a certified and of a withdrawn result', async () => {
    const other = String((await submit({ answers, submitterEmail: 'assessor@example.com' })).body.id);
    const change = (columns: string): Promise<unknown> =>
      app.sql(`UPDATE survey_results SET ${columns} WHERE id = $1`, [other]);
    const record = (): Promise<HttpAnswer> => ask(`/api/certification/verify/${other}?format=json`);
    await change(
      `credential = 'e30.e30.c2ln', credential_key_id = 'https://assess.example.org/k', status_list = 0, status_index = 0`,
    );
    expect((await record()).body.credential).toBe('e30.e30.c2ln');
    await change(`withdrawn_at = now(), withdrawal_reason = 'misused'`);
    expect((await record()).body).toMatchObject({ valid: false, status: 'withdrawn' });
    expect((await ask(`${submissions}/${other}/verify`)).body).toMatchObject({ valid: false });
    expect((await post(`${submissions}/${other}/resend`, null, {})).status).toBe(404);
  });

  it('to requests for keys, issuer and status lists', async () => {
    for (const name of ['jwks.json', 'issuer.json'])
      expect((await ask(`/.well-known/${name}`)).status).toBe(200);
    await app.sql(
      `INSERT INTO issuer_keys SELECT 'https://issuer.example/.well-known/keys/' || x, jsonb_build_object('kid', 'https://issuer.example/.well-known/jwks.json#' || x, 'kty', 'EC', 'crv', 'P-256', 'x', x, 'y', x, 'alg', 'ES256', 'use', 'sig'), now() FROM repeat('A', 43) AS x`,
    );
    expect((await ask(`/.well-known/keys/${'A'.repeat(43)}`)).status).toBe(200);
    expect((await ask('/.well-known/keys/unknown')).status).toBe(404);
    expect((await ask('/.well-known/status/7')).status).toBe(404);
    expect((await ask('/.well-known/status/%E0%A4%A')).status).toBe(404);
    await app.sql(`INSERT INTO status_lists VALUES (7, 'e30.e30.c2ln', 0, now())`);
    expect((await ask('/.well-known/status/7')).text).toBe('e30.e30.c2ln');
    await blocking('LOCK TABLE issuer_keys, status_lists', async () => {
      const paths = ['jwks.json', 'keys/unknown', 'status/7'];
      const late = await Promise.all(paths.map((path) => ask(`/.well-known/${path}`)));
      expect(late.map(({ status }) => status)).toEqual([503, 503, 503]);
    });
  });

  it('to readers of the certificate log', async () => {
    const statuses = async (): Promise<number[]> => {
      const documented = ['checkpoint', 'trust.json'].map((path) =>
        ask(`/.well-known/certificate-log/${path}`),
      );
      const tiles = ['tile/0/000.p/1', 'tile/entries/000.p/1'].map((path) =>
        callHttp(`${app.origin}/.well-known/certificate-log/${path}`),
      );
      return (await Promise.all([...documented, ...tiles])).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await app.sql(`INSERT INTO certificate_log_entries VALUES (0, convert_to(repeat('x', 62), 'UTF8'))`);
    await app.sql(
      `INSERT INTO certificate_log_checkpoint VALUES (true, 1, 'note', '{"policy":"","keysBeforeLog":[]}', now())`,
    );
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await blocking('LOCK TABLE certificate_log_checkpoint', async () => {
      expect(await statuses()).toEqual([503, 503, 503, 503]);
    });
  });

  it('to the holder of a result', async () => {
    const statuses = { '': 200, '/delivery': 200, '/certificate': 202, '/evidence-report': 404 };
    for (const [below, status] of Object.entries(statuses)) {
      expect((await ask(result + below)).status).toBe(status);
      for (const wrong of [id, '%E0%A4%A'])
        expect((await ask(`/api/results/${wrong}${below}`)).status).toBe(404);
    }
  });

  const documents = [
    { name: 'certificate', table: 'certificate_documents' },
    { name: 'evidence-report', table: 'evidence_reports' },
  ];

  it.each(documents)('to a download of the $name', async (document) => {
    await everyDocumentAnswer({ app, ask, held: (await submit({ answers, evidence })).body, ...document });
  });

  it.each(documents)('to downloads of the $name over a budget', async ({ name, table }) => {
    const paths: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      paths.push(`${pathOf((await submit({ answers, evidence })).body)}/${name}`);
    }
    await app.sql(`TRUNCATE ${table}, rate_limits`);
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await ask(path)).status);
    expect(statuses).toEqual([202, 202, 503, 429]);
  });

  it('to requests about a domain', async () => {
    await everyDomainAnswer({ app, ask, held: (await submit({ answers })).body });
  });

  it('to resends', async () => {
    const anonymous = (await submit({ answers })).body.id;
    const resend = (of: unknown): Promise<HttpAnswer> =>
      post(`${submissions}/${String(of)}/resend`, null, {});
    expect((await resend(id)).status).toBe(200);
    expect((await resend(anonymous)).status).toBe(404);
    for (const unknown of [randomUUID(), '42', '%E0%A4%A']) expect((await resend(unknown)).status).toBe(404);
    await resend(id);
    expect((await resend(id)).status).toBe(429);
  });

  it('while the database does not answer', async () => {
    await blocking('LOCK TABLE survey_results, deliveries, rate_limits, certificate_domains', async () => {
      const late = await answersInOutage({ ask, submission: { answers }, id, result });
      expect(late.map(({ status }) => status)).toEqual(late.map(() => 503));
    });
  });

  it('of a process that works on as many requests as it may', async () => {
    const full = await startPublicApp({ beside: app, settings: { MAX_CONCURRENT_REQUESTS: 1 } });
    const statuses = await statusesWhileFull({
      contract,
      databaseUrl: app.databaseUrl,
      held: () => full.get(`/api/certification/verify/${id}?format=json`),
      send: (path, init) => callHttp(full.origin + path, init),
    });
    expect(new Set(statuses)).toEqual(new Set([503]));
    await full.close();
  });

  it('are all the documented ones', async () => {
    await app.loseDatabase();
    expect((await ask('/health/ready')).status).toBe(503);
    expect(contract.unseen).toEqual([]);
  });
});
