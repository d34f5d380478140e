import { permissionsOfRole } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invite, kept, nothing } from '../support/invitations';
import { claimsNamespace } from '../support/platform-app';

describe('POST /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());
  afterEach(async () => {
    expect(await kept(app)).toEqual(nothing);
  });

  it('answers 403 to a viewer, who is not permitted to invite, and names the permission', async () => {
    const token = app.personToken({ permissions: [...permissionsOfRole('viewer')] });
    const { status, body, headers } = await invite(app, {}, { token });
    expect([status, body]).toEqual([
      403,
      {
        error: 'insufficient_permissions',
        error_description: 'the access token lacks the permission org:invitations:write',
      },
    ]);
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="org:invitations:write"',
    );
  });

  it('answers 403 to a caller who lacks permissions of the role', async () => {
    const held = ['org:invitations:write', 'self:organization:read'];
    for (const [role, permissions] of [
      ['account-admin', held],
      ['viewer', ['org:invitations:write']],
    ]) {
      const token = app.personToken({ permissions });
      const { status, body, headers } = await invite(app, { role }, { token });
      expect([status, body]).toEqual([
        403,
        {
          error: 'insufficient_permissions',
          error_description: 'the role has permissions that the access token lacks',
        },
      ]);
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    }
  });

  it('answers 403 to a machine that invites an account-admin, even with all permissions', async () => {
    const { id, clientId } = await app.create();
    const token = app.machineToken(clientId);
    const { status, body } = await invite(app, { role: 'account-admin' }, { token });
    expect([status, body.error]).toEqual([403, 'insufficient_permissions']);
    await app.manage('DELETE', `/${id}`);
  });

  it('answers 403 with step_up_required to a user without a recent second factor who invites an account-admin', async () => {
    const stale = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await invite(app, { role: 'account-admin' }, { token: stale });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    // The gate is known only from a valid body.
    for (const wrong of [{ role: 'owner' }, { role: 'account-admin', email: 'none' }]) {
      expect((await invite(app, wrong, { token: stale })).status).toBe(400);
    }
    // decisions 3: a missing permission is told first.
    const lacking = app.personToken({
      [`${claimsNamespace}mfa_max_age`]: 300,
      permissions: ['org:invitations:write'],
    });
    const refused = await invite(app, { role: 'account-admin' }, { token: lacking });
    expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_permissions']);
  });

  it('answers 403 with step_up_required when the organization’s policy gates it, to users only', async () => {
    await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      'org_careful',
      ['org-invitations:create'],
    ]);
    const token = app.personToken({ org_id: 'org_careful', [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await invite(app, {}, { token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
  });
});
