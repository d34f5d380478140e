import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { expire, invite, invitedId, invitee, listed, revoke } from '../support/invitations';

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 204 without a body: the link is dead, the mail is cancelled, and the trail has a row', async () => {
    const [id, other] = [await invitedId(app), await invitedId(app, { email: 'other@example.com' })];
    const headers = { 'x-request-id': 'request-of-the-revocation' };
    const { status, text, headers: answered } = await revoke(app, id, { headers });
    expect([status, text]).toEqual([204, '']);
    expect(answered.get('cache-control')).toBe('no-store');
    expect([...app.provider.gateway.offers.values()].map((offer) => offer.id)).toEqual([other]);
    expect(
      await app.sql(
        `SELECT state, failure, message, (SELECT token FROM invitations WHERE id = invitation_id) AS token
         FROM deliveries WHERE invitation_id = $1`,
        [id],
      ),
    ).toEqual([{ state: 'cancelled', failure: 'InvitationRevoked', message: null, token: null }]);
    expect(
      await app.sql(
        `SELECT operation, outcome, target, actor_subject, org_id FROM audit_trail WHERE request_id = $1`,
        [headers['x-request-id']],
      ),
    ).toEqual([
      {
        operation: 'org-invitations:revoke',
        outcome: 'done',
        target: id,
        actor_subject: 'person-1',
        org_id: app.orgId,
      },
    ]);
    expect(await listed(app)).toEqual([
      [other, 'pending'],
      [id, 'revoked'],
    ]);
  });

  it('takes an id in any case, and permits another invitation to the address at once', async () => {
    const id = await invitedId(app);
    expect((await revoke(app, id.toUpperCase())).status).toBe(204);
    const { status, body } = await invite(app);
    expect(status).toBe(201);
    expect([...app.provider.gateway.offers.values()]).toMatchObject([{ id: body.id, email: invitee }]);
  });

  it('revokes one that the provider did not get yet: a late offer is refused', async () => {
    app.provider.wire.loseOne('request', 1);
    const id = await invitedId(app);
    const [row] = await app.sql('SELECT created_at, expires_at FROM invitations');
    expect((await revoke(app, id)).status).toBe(204);
    const late = {
      id,
      orgId: app.orgId,
      email: invitee,
      role: 'viewer',
      connectionId: undefined,
      createdAt: row?.created_at as Date,
      expiresAt: row?.expires_at as Date,
      token: 'x',
    } as const;
    await expect(app.provider.gateway.offer(late)).rejects.toThrow();
  });

  it('revokes an expired one', async () => {
    const id = await invitedId(app);
    await expire(app, id);
    expect((await revoke(app, id)).status).toBe(204);
    expect(await listed(app)).toEqual([[id, 'revoked']]);
  });

  it('lets a machine revoke, also an invitation of an account-admin', async () => {
    const id = await invitedId(app, { role: 'account-admin' });
    const { clientId } = await app.create();
    const token = app.machineToken(clientId, { permissions: ['org:invitations:write'] });
    expect((await revoke(app, id, { token })).status).toBe(204);
  });

  it('is done once by concurrent calls, and recorded once', async () => {
    const id = await invitedId(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => revoke(app, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    expect(
      await app.sql(
        `SELECT target FROM audit_trail WHERE operation = 'org-invitations:revoke' AND outcome = 'done'`,
      ),
    ).toEqual([{ target: id }]);
  });
});
