import { badToken, noToken } from '../matrix/support/answers';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { createUnusedIdentity, identitiesPath } from '../support/service-identities';

describe('DELETE /iam/service-identities/{id}', () => {
  let app: CredentialsApp;
  let path: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    path = `${identitiesPath}/${(await createUnusedIdentity(app)).id}`;
  });
  afterEach(async () => {
    const rows = await app.sql('SELECT name, is_kept FROM service_identities');
    expect(rows).toEqual([{ name: 'Exports', is_kept: true }]);
  });
  afterAll(() => app.close());

  it('answers 401 without a token, and explains how to send one', async () => {
    const { status, body, headers } = await app.ask('DELETE', path, { token: undefined });
    expect([status, body.error, headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_token',
      noToken.challenge,
    ]);
  });

  it('answers 401 to an expired token, and to a machine without an active credential', async () => {
    const tokens = [app.personToken({ exp: 1 }), app.machineToken('unknown-client')];
    for (const token of tokens) {
      const { status, headers } = await app.ask('DELETE', path, { token });
      expect([status, headers.get('www-authenticate')]).toEqual([401, badToken.challenge]);
    }
  });
});
