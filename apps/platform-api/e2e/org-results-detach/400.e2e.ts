import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { attachedResult, resultsPath } from '../support/org-results';

describe('DELETE /org/results/{resultId}', () => {
  let app: CredentialsApp;
  let path: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    path = `${resultsPath}/${(await attachedResult(app)).id}`;
  });
  afterEach(async () => {
    expect(await app.sql('SELECT FROM org_results')).toHaveLength(1);
  });
  afterAll(() => app.close());

  it('answers 400 to a body that is not JSON, although it needs none', async () => {
    const { status, body } = await app.ask('DELETE', path, { body: '{' });
    const text = 'the request body is not valid JSON';
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  });

  it('answers 400 to another version', async () => {
    const { status, body, headers } = await app.ask('DELETE', `${path}?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(headers.get('api-supported-versions')).toBe('1.0');
  });
});
