import {
  attachmentNames,
  IssuerKeySet,
  readAttachments,
  verifyCertificate,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { type RunningProgram } from '@governance/runtime';
import { callHttp, nodePrimitives, readPdf, readQrCodes } from '@governance/testing';
import { createHash } from 'node:crypto';
import { documentOf } from '../support/documents';
import { askWrongly, comparable, holdersOnly, pathOf, wrongCapabilities } from '../support/held-results';
import { platformBaseUrl, type PublicApp, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';
import { startWorker } from '../support/worker-app';

describe('GET /api/results/{capability}/certificate', () => {
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

  it('answers 200 with a certificate that the offline verifier calls genuine § 10.10d V5.4.1', async () => {
    const submitted = await submit(app);
    const { pdf, headers } = await documentOf(app, submitted);
    expect(headers).toMatchObject({
      ...holdersOnly,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="certificate-${String(submitted.id).slice(0, 8)}.pdf"`,
      'content-length': String(pdf.length),
      etag: `"${createHash('sha256').update(pdf).digest('hex')}"`,
      'x-content-type-options': 'nosniff',
    });
    const keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
    const rubrics = publishedRubrics.references;
    expect(await verifyCertificate({ certificate: { pdf }, keys, rubrics }, nodePrimitives)).toMatchObject({
      credential: { resultId: submitted.id },
    });
    expect(await readQrCodes(pdf)).toEqual([
      `${platformBaseUrl}/api/certification/verify/${String(submitted.id)}`,
    ]);
    expect(pdf.length).toBeLessThan(500_000);
  });

  it('contains the credential of the record, and neither holder proof nor personal data', async () => {
    const submitted = await submit(app, personal);
    const { pdf } = await documentOf(app, submitted);
    const attached = await readAttachments(pdf);
    const { credential } = JSON.parse(attached.get(attachmentNames.credential) ?? '{}') as {
      credential?: unknown;
    };
    const record = await app.get(`/api/certification/verify/${String(submitted.id)}?format=json`);
    expect(credential).toBe(record.body.credential);
    expect([...attached.keys()]).not.toContain(attachmentNames.holderProof);
    const { text } = await readPdf(pdf);
    expect([text, ...attached.values()].join('')).not.toMatch(/assessor|private notes/);
  });

  it('prints a declared name as such, until it is erased, and the offline verifier compares it § 10.10o', async () => {
    const submitted = await submit(app, { ...personal, organizationName: '  Acme  Managed Services ' });
    const { pdf } = await documentOf(app, submitted);
    expect((await readPdf(pdf)).text).toContain(
      'Organization Acme Managed Services (declared by the holder, not checked)',
    );
    const keys = new IssuerKeySet((await app.get('/.well-known/jwks.json')).body);
    const rubrics = publishedRubrics.references;
    const findings = await verifyCertificate({ certificate: { pdf }, keys, rubrics }, nodePrimitives);
    expect(findings.result).toMatchObject({ layout: 3, organizationName: 'Acme Managed Services' });
    expect(findings.unchecked).toContain(
      'the organization “Acme Managed Services”: its name was declared by the holder',
    );
    const attached = await readAttachments(pdf);
    const { credential = '' } = JSON.parse(attached.get(attachmentNames.credential) ?? '{}') as {
      credential?: string;
    };
    expect(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()).not.toContain('Acme');

    await app.sql('UPDATE survey_results SET organization_name = NULL');
    await app.sql('DELETE FROM certificate_documents');
    const later = await documentOf(app, submitted);
    expect((await readPdf(later.pdf)).text).not.toContain('Acme');
    expect(
      (await verifyCertificate({ certificate: later, keys, rubrics }, nodePrimitives)).result,
    ).toMatchObject({ layout: 2 });
  });

  it('answers the same bytes until they are removed, and 304 to a client that has them § V5.3.1', async () => {
    const submitted = await submit(app);
    const { pdf, headers } = await documentOf(app, submitted);
    expect((await documentOf(app, submitted)).pdf).toEqual(pdf);
    const path = `${pathOf(submitted)}/certificate`;
    const known = await app.get(path, { 'if-none-match': headers.etag ?? '' });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', headers.etag]);
    expect(Object.fromEntries(known.headers)).toMatchObject(holdersOnly);
    const head = await callHttp(app.origin + path, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(pdf.length),
    ]);

    await app.sql('DELETE FROM certificate_documents');
    expect((await app.get(path)).status).toBe(202);
    expect((await documentOf(app, submitted)).pdf).not.toEqual(pdf);
  });

  it('makes one document for any number of requests', async () => {
    const submitted = await submit(app);
    await Promise.all(Array.from({ length: 5 }, () => documentOf(app, submitted)));
    const rows = await app.sql('SELECT state, attempts FROM certificate_documents WHERE result_id = $1', [
      submitted.id,
    ]);
    expect(rows).toEqual([{ state: 'stored', attempts: 1 }]);
  });
});

describe('GET /api/results/{capability}/certificate, without a worker', () => {
  let app: PublicApp;
  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterEach(() => app.sql('TRUNCATE certificate_documents'));
  afterAll(() => app.close());

  it('answers 202 and queues the document once, while no worker has made it § 10.10z', async () => {
    const submitted = await submit(app);
    const path = `${pathOf(submitted)}/certificate`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.get(path)));
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 202, body: { status: 'queued' } });
      expect(Object.fromEntries(headers)).toMatchObject({ ...holdersOnly, 'retry-after': '2' });
    }
    const rows = await app.sql('SELECT result_id, state FROM certificate_documents');
    expect(rows).toEqual([{ result_id: submitted.id, state: 'queued' }]);
  });

  it('answers HEAD alike, without a body', async () => {
    const path = `${pathOf(await submit(app))}/certificate`;
    const { status, text, headers } = await callHttp(app.origin + path, { method: 'HEAD' });
    expect([status, text, headers.get('retry-after')]).toEqual([202, '', '2']);
  });

  it('answers 404 for everything but a capability of ours, always the same, and queues nothing § 10.10aa', async () => {
    const wrong = wrongCapabilities(await submit(app));
    const answers = await Promise.all(wrong.map((capability) => askWrongly(app, capability, '/certificate')));
    const result = await askWrongly(app, 'A'.repeat(48));
    expect(result).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(result));
    expect(await app.sql('SELECT result_id FROM certificate_documents')).toEqual([]);
  });

  it('answers 404 with its own text for a withdrawn certificate, even if its document is stored § 10.10aa', async () => {
    const submitted = await submit(app);
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [submitted.id],
    );
    await app.sql(
      `INSERT INTO certificate_documents (result_id, state, requested_at, available_at, document)
       VALUES ($1, 'stored', now(), now(), 'sealed')`,
      [submitted.id],
    );
    const { status, body, headers } = await app.get(`${pathOf(submitted)}/certificate`);
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'the certificate of this result was withdrawn' },
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
  });
});

describe('GET /api/results/{capability}/certificate, with a budget of two for each client', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp({ settings: { PDF_BUDGET_CLIENT_HOUR: 2, TRUST_PROXY: 1 } });
  });
  afterAll(() => app.close());

  it('answers 429 to a client that has had too many made, and not to another one § 10.10ab V2.4.1 V15.2.2', async () => {
    const [first, second, third] = [await submit(app), await submit(app), await submit(app)];
    const ask = (submitted: Record<string, unknown>, client: string): ReturnType<typeof app.get> =>
      app.get(`${pathOf(submitted)}/certificate`, { 'x-forwarded-for': client });
    for (const submitted of [first, second]) expect((await ask(submitted, '192.0.2.1')).status).toBe(202);

    const { status, body, headers } = await ask(third, '192.0.2.1');
    expect({ status, body }).toEqual({
      status: 429,
      body: { error: 'too many certificates asked for from this address, try again later' },
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    // Asking again for a queued document is not counted.
    expect((await ask(first, '192.0.2.1')).status).toBe(202);
    expect((await ask(third, '192.0.2.2')).status).toBe(202);
  });
});

describe('GET /api/results/{capability}/certificate, with a budget of two for all clients', () => {
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

  it('answers 503 while the database is away § 10.10ac', async () => {
    const submitted = await submit(app);
    await app.loseDatabase();
    const { status, headers } = await ask(submitted);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  });
});
