import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { domainsPath } from '../support/domains';

describe('GET /iam/domains', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 400 to an unsupported version, and to two versions', async () => {
    for (const query of ['api-version=2.0', 'api-version=1.0&api-version=2.0']) {
      const { status, body } = await app.ask('GET', `${domainsPath}?${query}`);
      expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    }
  });
});
