import { permissionsOfRole } from '@governance/iam';
import { type CredentialsApp } from '../support/credentials-app';
import { auditOf, membersState, otherAdmin, setRole, startMembersApp, viewer } from '../support/members';
import { claimsNamespace } from '../support/platform-app';

describe('PATCH /iam/members/{memberId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startMembersApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a viewer, and records it', async () => {
    const token = app.personToken({ sub: viewer, permissions: [...permissionsOfRole('viewer')] });
    const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' }, { token });
    expect([status, body.error_description]).toEqual([
      403,
      'the access token lacks the permission org:members:write',
    ]);
    expect((await auditOf(app)).at(-1)).toMatchObject({
      operation: 'members:update',
      target: viewer,
      outcome: 'refused',
      reason: 'insufficient_permissions',
      actor_subject: viewer,
    });
  });

  it('answers 403 to a machine with every permission, before it looks at the body', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId);
    const before = await membersState(app);
    for (const role of ['viewer', 'owner']) {
      const { status, body, headers } = await setRole(app, { id: otherAdmin, role }, { token });
      expect([status, body]).toEqual([
        403,
        {
          error: 'insufficient_permissions',
          error_description: 'this operation is not open to machines',
        },
      ]);
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    }
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', actor_kind: 'machine' });
  });

  it('answers 403 to a caller who lacks permissions of the role', async () => {
    const permissions = ['org:members:write', 'self:organization:read'];
    const token = app.personToken({ permissions });
    const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' }, { token });
    expect([status, body.error_description]).toEqual([
      403,
      'the role has permissions that the access token lacks',
    ]);
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(200);
  });

  it('answers 403 with step_up_required when the organization’s policy gates it', async () => {
    await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      app.orgId,
      ['members:update'],
    ]);
    const token = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' }, { token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'step_up_required' });
    await app.sql('DELETE FROM organization_policies');
  });

  it('answers 403 to a demoted admin from the moment of their demotion', async () => {
    const token = app.personToken({ sub: otherAdmin });
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(200);
    expect((await setRole(app, { id: otherAdmin, role: 'viewer' })).status).toBe(200);
    expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(403);
  });
});
