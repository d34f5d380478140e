import { type CredentialsApp } from '../support/credentials-app';
import {
  admin,
  auditOf,
  membersState,
  otherAdmin,
  removeMember,
  setRole,
  startMembersApp,
} from '../support/members';

describe('DELETE /iam/members/{memberId} for the last account-admin', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startMembersApp();
  });
  afterEach(() => app.close());

  it('answers 409, changes nothing, cuts off no token, and records the refusal', async () => {
    expect((await removeMember(app, otherAdmin)).status).toBe(204);
    const before = await membersState(app);
    const { status, body } = await removeMember(app, admin);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description:
          'the organization must keep an account-admin who can sign in: give another member this role first',
      },
    ]);
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
  });

  it('keeps one of two admins who remove and demote one another concurrently', async () => {
    const token = app.personToken({ sub: 'a third admin' });
    const changes = Array.from({ length: 20 }, (_, index) => {
      const id = index % 4 < 2 ? admin : otherAdmin;
      return index % 2 === 0
        ? removeMember(app, id, { token })
        : setRole(app, { id, role: 'viewer' }, { token });
    });
    await Promise.all(changes);
    const admins = app.provider.members.all(app.orgId).filter(({ role }) => role === 'account-admin');
    expect(admins).toHaveLength(1);
  });
});
