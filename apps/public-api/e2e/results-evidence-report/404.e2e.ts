import { evidence } from '../support/evidence';
import { askWrongly, comparable, holdersOnly, pathOf, wrongCapabilities } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}/evidence-report', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 404 for everything but a capability of ours, always the same, and queues nothing', async () => {
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
  ])('answers 404 with its own text for a result %s', async (_which, extras) => {
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
