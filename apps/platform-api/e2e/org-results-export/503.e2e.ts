import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath } from '../support/org-results';

describe('GET /org/results/export', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 503 while the database is unavailable', async () => {
    const token = app.personToken();
    await app.loseDatabase();
    const { status, body: answer, headers } = await app.ask('GET', `${resultsPath}/export`, { token });
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
    expect((await app.ask('GET', `${resultsPath}/export`, { token })).status).toBe(503);
  });
});
