import { type RunningProgram } from '@governance/runtime';
import { readPdf, readQrCodes } from '@governance/testing';
import { createHash } from 'node:crypto';
import { documentOf } from '../support/documents';
import { evidence } from '../support/evidence';
import { goldenCase } from '../support/golden';
import { holdersOnly, pathOf } from '../support/held-results';
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
