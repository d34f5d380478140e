import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, listed, revoke, stateOf } from '../support/invitations';

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  let app: CredentialsApp;
  beforeAll(async () => {
    app = await startCredentialsApp();
  });
  afterAll(() => app.close());

  it('answers 409 for an accepted invitation: the person is a member, and the list still says accepted', async () => {
    const id = await invitedId(app);
    app.provider.gateway.accepted.add(id);
    const before = await stateOf(app);
    const { status, body } = await revoke(app, id);
    expect([status, body]).toEqual([
      409,
      { error: 'conflict', error_description: 'the invitation is no longer pending: it is accepted' },
    ]);
    expect(await stateOf(app)).toEqual(before);
    expect(await listed(app)).toEqual([[id, 'accepted']]);
    expect(
      await app.sql(`SELECT outcome, reason FROM audit_trail WHERE operation = 'org-invitations:revoke'`),
    ).toEqual([{ outcome: 'refused', reason: 'conflict' }]);
  });
});
