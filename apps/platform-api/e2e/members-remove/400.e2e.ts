import { type CredentialsApp } from '../support/credentials-app';
import { membersPath, membersState, removeMember, startMembersApp, viewer } from '../support/members';

describe('DELETE /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 400 to a body that is not JSON, although it needs none, and removes no one', async () => {
    const before = await membersState(app);
    const { status, body } = await removeMember(app, viewer, { body: '{' });
    const text = 'the request body is not valid JSON';
    expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    expect(await membersState(app)).toEqual(before);
  });

  it('answers 400 to an unsupported version, and removes no one', async () => {
    const before = await membersState(app);
    const { status, body } = await app.ask('DELETE', `${membersPath}/${viewer}?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
    expect(await membersState(app)).toEqual(before);
  });
});
