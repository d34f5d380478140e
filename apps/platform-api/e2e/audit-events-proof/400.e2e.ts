import { auditPath } from '../support/audit-events';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

describe('GET /iam/audit-events/proof', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 400 to an unsupported version, and to two versions', async () => {
    for (const query of ['api-version=2.0', 'api-version=1.0&api-version=2.0']) {
      const { status, body } = await app.ask('GET', `${auditPath({}, '/proof')}?${query}`);
      expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    }
  });
});
