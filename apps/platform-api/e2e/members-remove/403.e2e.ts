import { permissionsOfRole } from '@governance/iam';
import { type CredentialsApp } from '../support/credentials-app';
import {
  auditOf,
  membersState,
  otherAdmin,
  removeMember,
  setRole,
  startMembersApp,
  viewer,
} from '../support/members';
import { claimsNamespace } from '../support/platform-app';

describe('DELETE /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  let before: unknown;
  beforeEach(async () => {
    app = await startMembersApp();
    before = await membersState(app);
  });
  afterEach(() => app.close());

  it('answers 403 to a viewer, even about themselves, and records it', async () => {
    const token = app.personToken({ sub: viewer, permissions: [...permissionsOfRole('viewer')] });
    const { status, body } = await removeMember(app, viewer, { token });
    expect([status, body.error_description]).toEqual([
      403,
      'the access token lacks the permission org:members:write',
    ]);
    expect(await auditOf(app)).toMatchObject([
      { target: viewer, outcome: 'refused', reason: 'insufficient_permissions', actor_subject: viewer },
    ]);
    expect(await membersState(app)).toEqual(before);
  });

  it('answers 403 to a machine with every permission', async () => {
    const { clientId } = await app.create();
    const { status, body } = await removeMember(app, viewer, { token: app.machineToken(clientId) });
    expect([status, body.error_description]).toEqual([403, 'this operation is not open to machines']);
    expect(await auditOf(app)).toMatchObject([{ outcome: 'refused', actor_kind: 'machine' }]);
    expect(await membersState(app)).toEqual(before);
  });

  it('answers 403 with step_up_required when the organization’s policy gates it', async () => {
    await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      app.orgId,
      ['members:remove'],
    ]);
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await removeMember(app, viewer, { token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect(await membersState(app)).toEqual(before);
  });

  it('answers 403 to a demoted admin from the moment of their demotion', async () => {
    const token = app.personToken({ sub: otherAdmin });
    await setRole(app, { id: otherAdmin, role: 'viewer' });
    expect((await removeMember(app, viewer, { token })).status).toBe(403);
  });
});
