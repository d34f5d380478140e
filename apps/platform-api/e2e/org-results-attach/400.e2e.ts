import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath, storeResult } from '../support/org-results';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  let capability: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    ({ capability } = await storeResult(app));
  });
  afterEach(async () => {
    expect(await app.sql('SELECT FROM org_results')).toEqual([]);
  });
  afterAll(() => app.close());

  it.each<[unknown, string]>([
    [{}, 'capability must be a string'],
    [{ capability: 7 }, 'capability must be a string'],
    [{ capability: ['a'] }, 'capability must be a string'],
    [{ capability: 'a\0' }, 'capability must be well-formed text without NUL characters'],
    [{ capability: '\ud800' }, 'capability must be well-formed text without NUL characters'],
    ['{"capability":"a","overall_score":100}', 'overall_score is not a member of this request'],
    ['{"capability":"a","org_id":"org_other"}', 'org_id is not a member of this request'],
    ['[]', 'the request body must be a JSON object'],
    ['{', 'the request body is not valid JSON'],
  ])('refuses the body %j', async (body, text) => {
    const { status, body: answer } = await app.ask('POST', resultsPath, { body });
    expect([status, answer]).toEqual([400, { error: 'invalid_request', error_description: text }]);
  });

  it('refuses another version', async () => {
    const request = { body: { capability } };
    const { status, body } = await app.ask('POST', `${resultsPath}?api-version=2.0`, request);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
  });

  it('refuses a body over the limit with 413', async () => {
    const body = { capability: capability + ' '.repeat(110 * 1024) };
    expect((await app.ask('POST', resultsPath, { body })).status).toBe(413);
  });
});
