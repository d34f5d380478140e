import { badToken, noToken } from '../matrix/support/answers';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath, storeResult } from '../support/org-results';

describe('POST /org/results', () => {
  let app: CredentialsApp;
  let body: object;
  beforeAll(async () => {
    app = await startCredentialsApp();
    body = { capability: (await storeResult(app)).capability };
  });
  afterEach(async () => {
    expect(await app.sql('SELECT FROM org_results')).toEqual([]);
  });
  afterAll(() => app.close());

  it('answers 401 without a token, and explains how to send one', async () => {
    const { status, body: answer, headers } = await app.ask('POST', resultsPath, { token: undefined, body });
    expect([status, answer.error, headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_token',
      noToken.challenge,
    ]);
  });

  it('answers 401 to an expired token, and to a machine without an active credential', async () => {
    const tokens = [app.personToken({ exp: 1 }), app.machineToken('unknown-client')];
    for (const token of tokens) {
      const { status, headers } = await app.ask('POST', resultsPath, { token, body });
      expect([status, headers.get('www-authenticate')]).toEqual([401, badToken.challenge]);
    }
  });
});
