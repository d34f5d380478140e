import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, invitationsPath, revoke, stateOf } from '../support/invitations';

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 400 to an unreadable body and to an unsupported version, and revokes nothing', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    const unreadable = await revoke(app, id, { body: '{broken' });
    expect([unreadable.status, unreadable.body.error]).toEqual([400, 'invalid_request']);
    const version = await app.ask('DELETE', `${invitationsPath}/${id}?api-version=2.0`);
    expect([version.status, version.body.error]).toEqual([400, 'unsupported_api_version']);
    expect(await stateOf(app)).toEqual(before);
  });
});
