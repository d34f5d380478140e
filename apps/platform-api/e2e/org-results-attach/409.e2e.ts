import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attach, attachedResult, listResults, storeResult, withdraw } from '../support/org-results';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp({ settings: { RESULTS_PER_ORGANIZATION: 2 } });
  });
  afterEach(() => app.sql('TRUNCATE org_results'));
  afterAll(() => app.close());

  it('answers 409 for a result whose certificate is withdrawn', async () => {
    const { id, capability } = await storeResult(app);
    await withdraw(app, id);
    expect(await attach(app, capability)).toMatchObject({
      status: 409,
      body: { error: 'conflict', error_description: 'the certificate of this result is withdrawn' },
    });
    expect(await listResults(app)).toEqual([]);
  });

  it('answers 409 when the organization has as many as it may have, until it detaches one', async () => {
    const [first] = [await attachedResult(app), await attachedResult(app)];
    const { capability } = await storeResult(app);
    expect(await attach(app, capability)).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        error_description: 'the organization has 2 results already: detach one first',
      },
    });
    expect((await attach(app, first.capability)).status).toBe(201);
    const token = app.personToken({ org_id: 'org_other' });
    expect((await attach(app, capability, { token })).status).toBe(201);
    expect((await app.ask('DELETE', `/org/results/${first.id}`)).status).toBe(204);
    expect((await attach(app, capability)).status).toBe(201);
  });
});
