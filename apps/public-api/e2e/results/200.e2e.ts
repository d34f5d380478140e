import { callHttp } from '@governance/testing';
import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, publicBaseUrl, startPublicApp } from '../support/public-app';
import { personal, submit } from '../support/submit';

describe('GET /api/results/{capability}', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 200 with the result as the submission answered it', async () => {
    const submitted = await submit(app, personal);
    const { certificateDelivery, ...derived } = submitted;
    expect(certificateDelivery).toBe('queued');

    const { status, body, headers } = await app.get(pathOf(submitted));
    expect(status).toBe(200);
    expect(body).toEqual({
      ...derived,
      rubric: {
        id: 'ai-governance-msp',
        version: derived.rubricVersion,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        url: `${publicBaseUrl}/assessment/${String(derived.rubricVersion)}.json`,
      },
      renewBy: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      certificateStatus: 'valid',
    });
    expect(Object.fromEntries(headers)).toMatchObject(holdersOnly);
  });

  it('contains no address, no notes and no answers', async () => {
    const { text } = await app.get(pathOf(await submit(app, personal)));
    expect(text).not.toMatch(/assessor|example\.com|private|"answers"/);
  });

  it('stays the same after the address is erased', async () => {
    const submitted = await submit(app, personal);
    const before = await app.get(pathOf(submitted));
    await app.sql(
      'UPDATE survey_results SET submitter_email = NULL, submitter_email_mac = NULL, notes = NULL WHERE id = $1',
      [submitted.id],
    );
    expect((await app.get(pathOf(submitted))).text).toBe(before.text);
  });

  it('shows a withdrawal, and is otherwise the same', async () => {
    const submitted = await submit(app);
    const before = await app.get(pathOf(submitted));
    await app.sql(
      `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
      [submitted.id],
    );
    const after = await app.get(pathOf(submitted));
    expect(after.body).toEqual({ ...before.body, certificateStatus: 'withdrawn' });
  });

  it('answers HEAD without a body, and no other method', async () => {
    const path = pathOf(await submit(app));
    const head = await callHttp(app.origin + path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const removed = await callHttp(app.origin + path, { method: 'DELETE' });
    expect([removed.status, removed.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
