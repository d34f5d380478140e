import { Client } from 'pg';
import { given, mailboxSpellings } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { invite, invitee, kept, nothing } from '../support/invitations';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('POST /iam/org-invitations', () => {
  describe('201', () => {
    const app = given(newOrganization, beforeEach);
    beforeEach(() => {
      app.provider.directory.connections.set(app.orgId, [
        { id: 'con_1', name: 'Password', type: 'database', enabled: true },
      ]);
    });

    it('answers 201 with the invitation, which can be accepted for seven days § 1.4d 2.10i 4.2bn 4.2bo', async () => {
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
      'leaves the choice of the connection to the invitee with %j § 2.10b',
      async (members) => {
        const { status, body } = await invite(app, { role: 'account-admin', ...members });
        expect([status, body]).toMatchObject([201, { role: 'account-admin', connection_id: null }]);
      },
    );

    it('offers it at the identity provider, with its address, organization, role and connection', async () => {
      const { body } = await invite(app, { connection_id: 'con_1' });
      expect([...app.provider.gateway.offers.values()]).toMatchObject([
        { id: body.id, orgId: app.orgId, email: invitee, role: 'viewer', connectionId: 'con_1' },
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
          org_id: app.orgId,
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

    it('invites only into the token’s organization, for users and machines alike § 1.4d 5.2.7d', async () => {
      const { clientId } = await app.create();
      const tokens = [app.personToken({ org_id: 'org_globex' }), app.machineToken(clientId)];
      for (const token of tokens) expect((await invite(app, {}, { token })).status).toBe(201);
      expect([...app.provider.gateway.offers.keys()]).toEqual([
        `org_globex ${invitee}`,
        `${app.orgId} ${invitee}`,
      ]);
    });

    it('holds when the provider becomes unavailable before the offer: the mail worker repeats it', async () => {
      app.provider.wire.loseOne('request', 1);
      expect((await invite(app)).status).toBe(201);
      expect(app.provider.gateway.offers.size).toBe(0);
      expect(await app.sql('SELECT state FROM deliveries')).toEqual([{ state: 'queued' }]);
    });
  });

  describe('503', () => {
    const app = given(newOrganization, beforeEach);

    it('answers 503 while the identity provider is unavailable, and stores no invitation', async () => {
      app.provider.wire.isDown = true;
      for (const members of [{}, { connection_id: 'con_1' }]) {
        const { status, body, headers } = await invite(app, members);
        expect([status, body]).toEqual([503, away]);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
      }
      expect(await kept(app)).toEqual(nothing);
    });

    it('answers 503 while the database does not answer, and offers nothing', async () => {
      const blocker = new Client({ connectionString: app.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE deliveries');
      const { status, body } = await invite(app).finally(() => blocker.end());
      expect([status, body]).toEqual([503, away]);
      expect(await kept(app)).toEqual(nothing);
      expect(app.provider.gateway.offers.size).toBe(0);
    });
  });
});

describe('POST /iam/org-invitations for a member', () => {
  const app = given(newOrganization);
  beforeAll(() => {
    app.provider.gateway.members.add(`${app.orgId} ${invitee}`);
  });

  it('answers 409 without the address, and sends nothing', async () => {
    const { status, body, text } = await invite(app);
    expect([status, body]).toEqual([
      409,
      { error: 'conflict', error_description: 'a member of this organization has this address' },
    ]);
    expect(text).not.toContain(invitee);
    expect(await kept(app)).toEqual(nothing);
  });

  it('invites the same person into another organization', async () => {
    const token = app.personToken({ org_id: 'org_globex' });
    expect((await invite(app, {}, { token })).status).toBe(201);
  });
});

describe('POST /iam/org-invitations with another spelling of one mailbox', () => {
  const app = given(newOrganization, beforeEach);

  it('answers 409 when the mailbox belongs to a member', async () => {
    app.provider.gateway.members.add(`${app.orgId} ${invitee}`);
    for (const email of mailboxSpellings(invitee)) {
      expect([email, (await invite(app, { email })).status]).toEqual([email, 409]);
    }
  });

  it('answers with the canonical address, and replaces the pending invitation', async () => {
    const emails = mailboxSpellings(invitee);
    for (const email of emails) expect((await invite(app, { email })).body).toMatchObject({ email: invitee });
    expect(
      await app.sql('SELECT state, count(*)::int FROM deliveries GROUP BY state ORDER BY state'),
    ).toEqual([
      { state: 'cancelled', count: emails.length - 1 },
      { state: 'queued', count: 1 },
    ]);
    expect([...app.provider.gateway.offers.values()]).toMatchObject([{ email: invitee }]);
  });
});
