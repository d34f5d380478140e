import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, revoke, stateOf } from '../support/invitations';

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a token and with an expired one, and changes nothing', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    for (const token of [undefined, app.personToken({ exp: 1 })]) {
      const { status, body } = await revoke(app, id, { token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
    expect(await stateOf(app)).toEqual(before);
  });
});
