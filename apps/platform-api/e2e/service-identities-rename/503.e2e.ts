import { randomUUID } from 'node:crypto';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createUnusedIdentity, identitiesPath } from '../support/service-identities';

describe('PATCH /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 503 while the database is unavailable', async () => {
    const path = `${identitiesPath}/${(await createUnusedIdentity(app)).id}`;
    const token = app.personToken();
    await app.loseDatabase();
    const { status, body, headers } = await app.ask('PATCH', path, { token, body: { name: 'Exports' } });
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
    const path = `${identitiesPath}/${randomUUID()}`;
    const token = app.personToken();
    await app.issuer.stop();
    expect((await app.ask('PATCH', path, { token, body: { name: 'Exports' } })).status).toBe(503);
  });
});
