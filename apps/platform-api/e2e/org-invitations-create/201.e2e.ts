import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';
import { invite, invitee } from '../support/invitations';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('POST /iam/org-invitations', () => {
  let app: CredentialsApp;
  beforeEach(async () => {
    app = await startCredentialsApp();
    app.provider.directory.connections.set('org_acme', [
      { id: 'con_1', name: 'Password', type: 'database', enabled: true },
    ]);
  });
  afterEach(() => app.close());

  it('answers 201 with the invitation, which can be accepted for seven days', async () => {
    const before = Date.now();
    const { status, body, headers } = await invite(app, { connection_id: 'con_1' });
    expect([status, body]).toEqual([
      201,
      {
        id: uuid,
        email: invitee,
        role: 'viewer',
        connection_id: 'con_1',
        expires_at: expect.stringMatching(moment) as unknown,
      },
    ]);
    const expiresAt = Date.parse(String(body.expires_at));
    expect(expiresAt).toBeGreaterThanOrEqual(before + 7 * 86_400_000);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([{}, { connection_id: null }, { connection_id: '' }])(
    'leaves the choice of the connection to the invitee with %j',
    async (members) => {
      const { status, body } = await invite(app, { role: 'account-admin', ...members });
      expect([status, body]).toMatchObject([201, { role: 'account-admin', connection_id: null }]);
    },
  );

  it('offers it at the identity provider, with its address, organization, role and connection', async () => {
    const { body } = await invite(app, { connection_id: 'con_1' });
    expect([...app.provider.gateway.offers.values()]).toMatchObject([
      { id: body.id, orgId: 'org_acme', email: invitee, role: 'viewer', connectionId: 'con_1' },
    ]);
  });

  it('queues its mail, and records the inviter with the request id', async () => {
    const headers = { 'x-request-id': 'request-of-the-inviter' };
    const { body } = await invite(app, {}, { headers });
    expect(await app.sql('SELECT kind, state, invitation_id FROM deliveries')).toEqual([
      { kind: 'invitation', state: 'queued', invitation_id: body.id },
    ]);
    expect(await app.sql(`SELECT * FROM audit_trail`)).toMatchObject([
      {
        operation: 'org-invitations:create',
        outcome: 'done',
        target: body.id,
        org_id: 'org_acme',
        actor_kind: 'person',
        actor_subject: 'person-1',
        request_id: 'request-of-the-inviter',
      },
    ]);
  });

  it('can be repeated: it replaces the older invitation, whose mail is not sent', async () => {
    const { body: older } = await invite(app, { role: 'account-admin' });
    const { body: newer } = await invite(app);
    expect(newer.id).not.toBe(older.id);
    expect(await app.sql('SELECT invitation_id, state FROM deliveries ORDER BY created_at')).toEqual([
      { invitation_id: older.id, state: 'cancelled' },
      { invitation_id: newer.id, state: 'queued' },
    ]);
    expect([...app.provider.gateway.offers.values()]).toMatchObject([{ id: newer.id, role: 'viewer' }]);
  });

  it('invites only into the token’s organization, for users and machines alike', async () => {
    const { clientId } = await app.create();
    const tokens = [app.personToken({ org_id: 'org_globex' }), app.machineToken(clientId)];
    for (const token of tokens) expect((await invite(app, {}, { token })).status).toBe(201);
    expect([...app.provider.gateway.offers.keys()]).toEqual([`org_globex ${invitee}`, `org_acme ${invitee}`]);
  });

  it('holds when the provider becomes unavailable before the offer: the mail worker repeats it', async () => {
    app.provider.wire.loseOne('request', 1);
    expect((await invite(app)).status).toBe(201);
    expect(app.provider.gateway.offers.size).toBe(0);
    expect(await app.sql('SELECT state FROM deliveries')).toEqual([{ state: 'queued' }]);
  });
});
