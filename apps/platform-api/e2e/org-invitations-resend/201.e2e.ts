import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invitedId, invitee, listed, resend } from '../support/invitations';

const weekMs = 7 * 86_400_000;

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
  });
  afterEach(() => app.close());

  it('answers 201 with a new invitation for seven days from now, with the same address, role and connection', async () => {
    app.provider.directory.connections.set(app.orgId, [
      { id: 'con_1', name: 'Password', type: 'database', enabled: true },
    ]);
    const former = await invitedId(app, { role: 'account-admin', connection_id: 'con_1' });
    await app.sql(`UPDATE invitations SET expires_at = now() + interval '1 minute'`);
    const before = Date.now();
    const { status, body, headers } = await resend(app, former);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.not.stringMatching(former) as unknown,
        email: invitee,
        role: 'account-admin',
        connection_id: 'con_1',
        expires_at: expect.any(String) as unknown,
      },
    ]);
    const expiresAt = Date.parse(String(body.expires_at));
    expect(expiresAt).toBeGreaterThanOrEqual(before + weekMs);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + weekMs);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await listed(app)).toEqual([
      [body.id, 'pending'],
      [former, 'revoked'],
    ]);
  });

  it('has a new link, and the older one no longer works', async () => {
    const former = await invitedId(app);
    const [first] = app.provider.gateway.offers.values();
    const { body } = await resend(app, former);
    const offers = [...app.provider.gateway.offers.values()];
    expect(offers).toMatchObject([{ id: body.id, email: invitee }]);
    expect(offers[0]?.token).not.toBe(first?.token);
    expect(await app.provider.gateway.states(app.orgId, [former])).toEqual(new Map([[former, 'withdrawn']]));
  });

  it('queues its mail, cancels the waiting one, and records the call', async () => {
    const former = await invitedId(app);
    const headers = { 'x-request-id': 'request-of-the-resend' };
    const { body } = await resend(app, former, { headers, body: {} });
    expect(await app.sql('SELECT invitation_id, state, failure FROM deliveries ORDER BY created_at')).toEqual(
      [
        { invitation_id: former, state: 'cancelled', failure: 'InvitationReplaced' },
        { invitation_id: body.id, state: 'queued', failure: null },
      ],
    );
    expect(
      await app.sql(
        `SELECT operation, outcome, target, org_id, actor_subject FROM audit_trail WHERE request_id = $1`,
        [headers['x-request-id']],
      ),
    ).toEqual([
      {
        operation: 'org-invitations:resend',
        outcome: 'done',
        target: former,
        org_id: app.orgId,
        actor_subject: 'person-1',
      },
    ]);
  });

  it('can be done again with the new id, and by a machine for a viewer', async () => {
    const { clientId } = await app.create();
    const sent = String((await resend(app, await invitedId(app))).body.id);
    expect((await resend(app, sent, { token: app.machineToken(clientId) })).status).toBe(201);
    expect((await listed(app, '?status=pending')).length).toBe(1);
  });

  it('is done once by concurrent calls', async () => {
    const id = await invitedId(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend(app, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await listed(app)).toHaveLength(2);
  });

  it('holds when the provider becomes unavailable before the offer: the mail worker repeats it', async () => {
    const id = await invitedId(app);
    app.provider.wire.loseOne('request', 2);
    expect((await resend(app, id)).status).toBe(201);
    expect(await app.sql(`SELECT id FROM deliveries WHERE state = 'queued'`)).toHaveLength(1);
  });
});
