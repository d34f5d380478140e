import { askWrongly, comparable, holdersOnly, pathOf, wrongCapabilities } from '../support/held-results';
import { type PublicApp, startPublicApp } from '../support/public-app';
import { submit } from '../support/submit';

describe('GET /api/results/{capability}/certificate', () => {
  let app: PublicApp;

  beforeAll(async () => {
    app = await startPublicApp();
  });
  afterAll(() => app.close());

  it('answers 404 for everything but a capability of ours, always the same, and queues nothing', async () => {
    const wrong = wrongCapabilities(await submit(app));
    const answers = await Promise.all(wrong.map((capability) => askWrongly(app, capability, '/certificate')));
    const result = await askWrongly(app, 'A'.repeat(48));
    expect(result).toMatchObject({ status: 404, body: { error: 'there is no such result' } });
    for (const answer of answers) expect(comparable(answer)).toEqual(comparable(result));
    expect(await app.sql('SELECT result_id FROM certificate_documents')).toEqual([]);
  });

  it('answers 404 with its own text for a withdrawn certificate, even if its document is stored', async () => {
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
