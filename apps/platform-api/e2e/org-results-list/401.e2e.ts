import { badToken, noToken } from '../matrix/support/answers';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { resultsPath } from '../support/org-results';

describe('GET /org/results', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a token, and explains how to send one', async () => {
    const { status, body: answer, headers } = await app.ask('GET', resultsPath, { token: undefined });
    expect([status, answer.error, headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_token',
      noToken.challenge,
    ]);
  });

  it('answers 401 to an expired token, and to a machine without an active credential', async () => {
    const tokens = [app.personToken({ exp: 1 }), app.machineToken('unknown-client')];
    for (const token of tokens) {
      const { status, headers } = await app.ask('GET', resultsPath, { token });
      expect([status, headers.get('www-authenticate')]).toEqual([401, badToken.challenge]);
    }
  });
});
