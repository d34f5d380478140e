import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { permissionsPath } from '../support/service-identities';

describe('GET /iam/permissions', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 503 while the database is unavailable', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId);
    await app.loseDatabase();
    const { status, body, headers } = await app.ask('GET', permissionsPath, { token });
    expect([status, body]).toEqual([
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
    expect((await app.ask('GET', permissionsPath, { token })).status).toBe(503);
  });
});
