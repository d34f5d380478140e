import { callHttp } from '@governance/testing';
import { evidence } from '../support/evidence';
import { holdersOnly, pathOf } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}/evidence-report', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 202 and queues the document once, while no worker has made it', async () => {
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
});
