import { permissions } from '@governance/iam';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, revoke, stateOf } from '../support/invitations';
import { claimsNamespace } from '../support/platform-app';

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 403 to a caller without the permission, and changes nothing', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    const others = permissions.filter((permission) => permission !== 'org:invitations:write');
    const { status, body } = await revoke(app, id, { token: app.personToken({ permissions: others }) });
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
      ['org-invitations:revoke'],
    ]);
    const careful = { org_id: 'org_careful' };
    const id = await invitedId(app, {}, { token: app.personToken(careful) });
    const before = await stateOf(app);
    const token = app.personToken({ ...careful, [`${claimsNamespace}mfa_max_age`]: 300 });
    const { status, body } = await revoke(app, id, { token });
    expect([status, body]).toMatchObject([403, { error: 'step_up_required', max_age: 300 }]);
    expect(await stateOf(app)).toEqual(before);
  });
});
