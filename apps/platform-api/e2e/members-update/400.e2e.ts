import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, membersPath, membersState, startMembersApp, viewer } from '../support/members';

describe('PATCH /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it.each([
    [{}, 'role must be account-admin or viewer'],
    [{ role: 'owner' }, 'role must be account-admin or viewer'],
    [{ role: 'Viewer' }, 'role must be account-admin or viewer'],
    [{ role: '' }, 'role must be account-admin or viewer'],
    [{ role: null }, 'role must be account-admin or viewer'],
    [{ role: 7 }, 'role must be a string'],
    [{ role: ['viewer'] }, 'role must be a string'],
    [{ role: 'viewer', name: 'x' }, 'name is not a member of this request'],
    [[], 'the request body must be a JSON object'],
    ['{', 'the request body is not valid JSON'],
  ])('answers 400 to %j, for an unknown member too, and changes nothing', async (body, text) => {
    const before = await membersState(app);
    for (const id of [viewer, 'unknown']) {
      const answer = await app.ask('PATCH', `${membersPath}/${id}`, { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: text },
      ]);
    }
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app)).at(-2)).toMatchObject({
      target: viewer,
      outcome: 'refused',
      reason: 'invalid_request',
    });
  });
});
