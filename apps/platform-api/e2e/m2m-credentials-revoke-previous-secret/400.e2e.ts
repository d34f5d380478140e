import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createOverlap, type Overlap } from '../support/overlaps';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  let app: CredentialsApp;
  let overlap: Overlap;
  beforeAll(async () => {
    app = await startCredentialsApp();
    overlap = await createOverlap(app);
  });
  afterEach(async () => {
    expect(await app.provider.accepts(overlap.clientId, overlap.previous)).toBe(true);
  });
  afterAll(() => app.close());

  it('answers 400 to a body that is not JSON, although it needs none', async () => {
    const { status, body } = await app.manage('DELETE', `/${overlap.id}/previous-secret`, { body: '{' });
    const text = 'the request body is not valid JSON';
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  });

  it('answers 400 to another version', async () => {
    const path = `/${overlap.id}/previous-secret?api-version=2.0`;
    const { status, body, headers } = await app.manage('DELETE', path);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });
});
