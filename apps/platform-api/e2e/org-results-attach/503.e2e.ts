import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath, storeResult } from '../support/org-results';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  let body: object;
  beforeEach(async () => {
    app = await startCredentialsApp();
    body = { capability: (await storeResult(app)).capability };
  });
  afterEach(() => app.close());

  it('answers 503 while the database is unavailable', async () => {
    const token = app.personToken();
    await app.loseDatabase();
    const { status, body: answer, headers } = await app.ask('POST', resultsPath, { token, body });
    expect([status, answer]).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'the service is temporarily unavailable, try again',
      },
    ]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('answers 503 while the issuer’s keys are unavailable, never 401', async () => {
    const token = app.personToken();
    await app.issuer.stop();
    expect((await app.ask('POST', resultsPath, { token, body })).status).toBe(503);
  });
});
