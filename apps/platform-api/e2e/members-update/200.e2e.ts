import { permissionsOfRole } from '@governance/iam';
import { type CredentialsApp } from '../support/credentials-app';
import {
  admin,
  auditOf,
  laterToken,
  listMembers,
  otherAdmin,
  setRole,
  startMembersApp,
  viewer,
} from '../support/members';

describe('PATCH /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startMembersApp();
  });
  afterEach(() => app.close());

  const done = (target: string, role: string): object => ({
    operation: 'members:update',
    target,
    outcome: 'done',
    reason: role,
    actor_kind: 'person',
    actor_subject: admin,
    org_id: app.orgId,
  });

  it('answers 200 with the member, and the list and the audit trail show the new role', async () => {
    const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' });
    expect([status, body]).toEqual([
      200,
      {
        id: viewer,
        email: 'viewer@acme.example',
        name: 'Viewer',
        role: 'account-admin',
        sign_in_method: 'password',
        connection_id: null,
        second_factor: false,
        joined_at: expect.any(String) as string,
      },
    ]);
    expect((await listMembers(app)).body.members).toContainEqual(body);
    expect((await setRole(app, { id: viewer, role: 'viewer' })).body).toEqual({ ...body, role: 'viewer' });
    expect(await auditOf(app)).toEqual([done(viewer, 'account-admin'), done(viewer, 'viewer')]);
  });

  it('limits the tokens that a demoted admin has, and not those that they get afterwards', async () => {
    const token = app.personToken({ sub: otherAdmin });
    await setRole(app, { id: otherAdmin, role: 'viewer' });
    const { body } = await app.ask('GET', '/self/me', { token });
    expect(body.permissions).toEqual([...permissionsOfRole('viewer')]);
    expect((await app.manage('POST', '', { token, body: {} })).status).toBe(403);
    await setRole(app, { id: otherAdmin, role: 'account-admin' });
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(403);
    const later = laterToken(app, { sub: otherAdmin });
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token: later })).status).toBe(200);
  });

  it('affects the person in no other organization', async () => {
    const token = app.personToken({ sub: otherAdmin, org_id: 'org_globex' });
    await setRole(app, { id: otherAdmin, role: 'viewer' });
    expect((await listMembers(app, '', { token })).status).toBe(200);
  });

  it('lets an admin demote themselves while another one is left, and repeats', async () => {
    const [own, token] = [app.personToken(), app.personToken({ sub: otherAdmin })];
    expect((await setRole(app, { id: admin, role: 'viewer' }, { token: own })).status).toBe(200);
    expect((await setRole(app, { id: otherAdmin, role: 'viewer' }, { token: own })).status).toBe(403);
    for (let time = 0; time < 2; time += 1) {
      expect((await setRole(app, { id: otherAdmin, role: 'account-admin' }, { token })).status).toBe(200);
    }
  });
});
