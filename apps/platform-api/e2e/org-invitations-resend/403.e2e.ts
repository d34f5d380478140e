import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, resend, stateOf } from '../support/invitations';
import { claimsNamespace } from '../support/platform-app';

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a caller without the permission, and changes nothing', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    const others = permissions.filter((permission) => permission !== 'org:invitations:write');
    const { status, body } = await resend(app, id, { token: app.personToken({ permissions: others }) });
    expect([status, body]).toEqual([
      403,
      {
        error: 'insufficient_permissions',
        error_description: 'the access token lacks the permission org:invitations:write',
      },
    ]);
    expect(await stateOf(app)).toEqual(before);
  });

  it('answers 403 with step_up_required when the organization’s policy gates it', async () => {
    await app.sql('INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)', [
      'org_careful',
      ['org-invitations:resend'],
    ]);
    const careful = { org_id: 'org_careful' };
    const id = await invitedId(app, {}, { token: app.personToken(careful) });
    const before = await stateOf(app);
    const token = app.personToken({ ...careful, [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await resend(app, id, { token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect(await stateOf(app)).toEqual(before);
  });

  it('answers 403 with step_up_required to a user without a recent second factor if it makes an account-admin', async () => {
    const admin = await invitedId(app, { role: 'account-admin' });
    const viewer = await invitedId(app, { email: 'viewer@example.com' });
    const before = await stateOf(app);
    const stale = app.personToken({ [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await resend(app, admin, { token: stale });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect(await stateOf(app)).toEqual(before);
    expect((await resend(app, viewer, { token: stale })).status).toBe(201);
  });

  it('answers 403 to a caller who lacks permissions of the role, and to a machine for an account-admin', async () => {
    const id = await invitedId(app, { role: 'account-admin' });
    const { clientId } = await app.create();
    const before = await stateOf(app);
    const held = ['org:invitations:write', 'self:organization:read'];
    for (const token of [app.personToken({ permissions: held }), app.machineToken(clientId)]) {
      const { status, body, headers } = await resend(app, id, { token });
      expect([status, body]).toEqual([
        403,
        {
          error: 'insufficient_permissions',
          error_description: 'the role has permissions that the access token lacks',
        },
      ]);
      expect(headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    }
    expect(await stateOf(app)).toEqual(before);
  });
});
