import { type CredentialsApp } from '../support/credentials-app';
import {
  admin,
  auditOf,
  membersState,
  otherAdmin,
  setRole,
  startMembersApp,
  viewer,
} from '../support/members';

describe('PATCH /iam/members/{memberId} for the last account-admin', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startMembersApp();
  });
  afterEach(() => app.close());

  const roles = (): string[] => app.provider.members.all(app.orgId).map(({ role }) => role);

  it('answers 409, changes nothing, cuts off no token, and records the refusal', async () => {
    await setRole(app, { id: otherAdmin, role: 'viewer' });
    const before = await membersState(app);
    for (const time of [1, 2]) {
      const { status, body } = await setRole(app, { id: admin, role: 'viewer' });
      expect([time, status, body]).toEqual([
        time,
        409,
        {
          error: 'conflict',
          error_description:
            'the organization must keep an account-admin who can sign in: give another member this role first',
        },
      ]);
    }
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
    expect((await setRole(app, { id: admin, role: 'account-admin' })).status).toBe(200);
    expect((await setRole(app, { id: viewer, role: 'account-admin' })).status).toBe(200);
    expect((await setRole(app, { id: admin, role: 'viewer' })).status).toBe(200);
  });

  it('leaves one of two admins under 50 concurrent demotions', async () => {
    const token = app.personToken({ sub: 'a third admin' });
    const demotions = Array.from({ length: 50 }, (_, index) =>
      setRole(app, { id: index % 2 === 0 ? admin : otherAdmin, role: 'viewer' }, { token }),
    );
    const statuses = (await Promise.all(demotions)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(statuses.filter((status) => status === 409)).toHaveLength(25);
    expect(roles().filter((role) => role === 'account-admin')).toHaveLength(1);
  });
});
