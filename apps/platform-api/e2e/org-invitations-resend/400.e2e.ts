import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitationsPath, invitedId, resend, stateOf } from '../support/invitations';

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it.each([
    ['{broken', 'the request body is not valid JSON'],
    [[], 'the request body must be a JSON object'],
    [{ email: 'other@example.com' }, 'email is not a member of this request'],
    [{ role: 'account-admin' }, 'role is not a member of this request'],
  ])('answers 400 to the body %j, and changes nothing', async (body, text) => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    const answer = await resend(app, id, { body });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: text },
    ]);
    expect(await stateOf(app)).toEqual(before);
  });

  it('answers 400 to an unsupported version', async () => {
    const id = await invitedId(app);
    const { status, body } = await app.ask('POST', `${invitationsPath}/${id}/resend?api-version=2.0`);
    expect([status, body.error]).toEqual([400, 'unsupported_api_version']);
  });
});
