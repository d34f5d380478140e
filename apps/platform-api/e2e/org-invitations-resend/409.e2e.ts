import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { expire, invitedId, invitee, resend, revoke, stateOf } from '../support/invitations';

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  async function expectConflict(id: string, text: string): Promise<void> {
    const before = await stateOf(app);
    const { status, body } = await resend(app, id);
    expect([status, body]).toEqual([409, { error: 'conflict', error_description: text }]);
    expect(await stateOf(app)).toEqual(before);
  }

  it.each([
    ['accepted', (id: string) => Promise.resolve(app.provider.gateway.accepted.add(id))],
    ['expired', (id: string) => expire(app, id)],
    ['revoked', (id: string) => revoke(app, id)],
  ])('answers 409 for an invitation that is %s, and sends nothing', async (status, end) => {
    const id = await invitedId(app);
    await end(id);
    await expectConflict(id, `the invitation is no longer pending: it is ${status}`);
  });

  it('answers 409 for one that a newer invitation to the same mailbox has replaced', async () => {
    const older = await invitedId(app);
    await invitedId(app, { email: 'Invitee+work@Example.com' });
    await expectConflict(older, 'the invitation is no longer pending: it is revoked');
  });

  it('answers 409 when the person has become a member another way', async () => {
    const id = await invitedId(app);
    app.provider.gateway.members.add(`${app.orgId} ${invitee}`);
    await expectConflict(id, 'a member of this organization has this address');
  });

  it('answers 409 while its connection is disabled', async () => {
    const connection = { id: 'con_1', name: 'Password', type: 'database' };
    app.provider.directory.connections.set(app.orgId, [{ ...connection, enabled: true }]);
    const id = await invitedId(app, { connection_id: 'con_1' });
    app.provider.directory.connections.set(app.orgId, [{ ...connection, enabled: false }]);
    await expectConflict(id, 'the connection of the invitation is disabled');
  });
});
