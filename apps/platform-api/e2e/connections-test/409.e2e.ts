import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, password, startConnectionsApp, testConnection } from '../support/connections';

describe('POST /iam/connections/{connectionId}/test', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startConnectionsApp();
  });
  afterAll(() => app.close());

  it('answers 409 for a password', async () => {
    const { status, body } = await testConnection(app, password.id);
    expect([status, body.error_description]).toEqual([
      409,
      'only connections of type enterprise can be tested or removed',
    ]);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', reason: 'conflict' }]);
  });
});
