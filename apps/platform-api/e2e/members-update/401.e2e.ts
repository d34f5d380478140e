import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  laterToken,
  membersState,
  otherAdmin,
  removeMember,
  setRole,
  startMembersApp,
  viewer,
} from '../support/members';

describe('PATCH /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 401 without a valid token, before it looks at the body', async () => {
    const before = await membersState(app);
    for (const token of [undefined, 'nonsense', app.personToken({ exp: 1 })]) {
      for (const role of ['viewer', 'owner']) {
        expect((await setRole(app, { id: viewer, role }, { token })).status).toBe(401);
      }
    }
    expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
  });

  it('answers 401 to an admin from the moment of their removal, also when they are invited again', async () => {
    const token = app.personToken({ sub: otherAdmin });
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(200);
    await removeMember(app, otherAdmin);
    expect((await setRole(app, { id: viewer, role: 'account-admin' }, { token })).status).toBe(401);
    app.provider.members.put(app.orgId, { id: otherAdmin, role: 'account-admin' });
    expect((await setRole(app, { id: viewer, role: 'account-admin' }, { token })).status).toBe(401);
    const later = laterToken(app, { sub: otherAdmin });
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token: later })).status).toBe(200);
  });
});
