import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitationsPath, invitedId, invitee } from '../support/invitations';

describe('GET /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a token and with an expired one, and shows no address', async () => {
    await invitedId(app);
    for (const token of [undefined, app.personToken({ exp: 1 })]) {
      const { status, body, text } = await app.ask('GET', invitationsPath, { token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
      expect(text).not.toContain(invitee);
    }
  });
});
