import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { permissionsPath } from '../support/service-identities';

describe('GET /iam/permissions', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 400 to another version, and to two versions', async () => {
    for (const query of ['api-version=2.0', 'api-version=1.0&api-version=2.0']) {
      const { status, body, headers } = await app.ask('GET', `${permissionsPath}?${query}`);
      expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
      expect(headers.get('api-supported-versions')).toBe('1.0');
    }
  });
});
