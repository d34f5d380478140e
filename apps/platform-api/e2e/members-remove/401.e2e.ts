import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, membersState, otherAdmin, removeMember, startMembersApp, viewer } from '../support/members';

describe('DELETE /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a valid token', async () => {
    const before = await membersState(app);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 })]) {
      const { status, body } = await removeMember(app, viewer, { token });
      expect([status, body.error]).toEqual([401, 'invalid_token']);
    }
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });

  it('answers 401 to an admin from the moment of their removal', async () => {
    const token = app.personToken({ sub: otherAdmin });
    expect((await removeMember(app, 'unknown', { token })).status).toBe(404);
    await removeMember(app, otherAdmin);
    expect((await removeMember(app, viewer, { token })).status).toBe(401);
  });
});
