import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { newOrganization } from '../support/credentials-app';
import {
  expire,
  invitedId,
  invitee,
  listed,
  resend,
  revoke,
  stateOf,
  unknownInvitation,
} from '../support/invitations';
import { claimsNamespace } from '../support/platform-app';

const weekMs = 7 * 86_400_000;

/** The visible part of a response, without its date and request id. */
function seen({ status, headers, text }: HttpAnswer): object {
  const ignored = ['date', 'x-request-id'];
  return { status, text, headers: [...headers].filter(([name]) => !ignored.includes(name)) };
}

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('POST /iam/org-invitations/{invitationId}/resend', () => {
  describe('201, 400, 403, 404, 503', () => {
    const app = given(newOrganization, beforeEach);

    it('answers 201 with a new invitation for seven days from now, with the same address, role and connection § 10.3f', async () => {
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
      expect(await app.provider.gateway.states(app.orgId, [former])).toEqual(
        new Map([[former, 'withdrawn']]),
      );
    });

    it('queues its mail, cancels the waiting one, and records the call', async () => {
      const former = await invitedId(app);
      const headers = { 'x-request-id': 'request-of-the-resend' };
      const { body } = await resend(app, former, { headers, body: {} });
      expect(
        await app.sql('SELECT invitation_id, state, failure FROM deliveries ORDER BY created_at'),
      ).toEqual([
        { invitation_id: former, state: 'cancelled', failure: 'InvitationReplaced' },
        { invitation_id: body.id, state: 'queued', failure: null },
      ]);
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

    it.each([
      ['{broken', 'the request body is not valid JSON'],
      [[], 'the request body must be a JSON object'],
      [{ email: 'other@example.com' }, 'email is not a member of this request'],
      [{ role: 'account-admin' }, 'role is not a member of this request'],
    ])('answers 400 to the body %j, and changes nothing', async (body, text) => {
      const id = await invitedId(app);
      const before = await stateOf(app);
      const answer = await resend(app, id, { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: text },
      ]);
      expect(await stateOf(app)).toEqual(before);
    });

    it('answers 403 with step_up_required to a user without a recent second factor if it makes an account-admin § 10.14c', async () => {
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

    it('answers 404, identical to the byte, for every id that the organization does not have § 10.3j', async () => {
      const token = app.personToken({ org_id: 'org_globex' });
      const foreign = await invitedId(app, {}, { token });
      const pinned = await invitedId(app, { email: 'admin@example.com', role: 'account-admin' }, { token });
      const before = await stateOf(app);
      const ids = [
        foreign,
        pinned,
        foreign.toUpperCase(),
        randomUUID(),
        '42',
        'a'.repeat(300),
        '%27',
        '%zz',
        '..%2F',
      ];
      const answers = [];
      for (const id of ids) answers.push(seen(await resend(app, id)));
      expect(answers[0]).toMatchObject({ status: 404, text: JSON.stringify(unknownInvitation) });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await stateOf(app)).toEqual(before);
    });

    it.each([0, 1, 2])(
      'answers 503 when call %i to the identity provider is lost, and changes nothing § 10.3l',
      async (calls) => {
        app.provider.directory.connections.set(app.orgId, [
          { id: 'con_1', name: 'Password', type: 'database', enabled: true },
        ]);
        const id = await invitedId(app, { connection_id: 'con_1' });
        const before = await stateOf(app);
        app.provider.wire.loseOne('request', calls);
        const { status, body, headers } = await resend(app, id);
        expect([status, body]).toEqual([503, away]);
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await stateOf(app)).toEqual(before);
      },
    );

    it('answers 503 while the database does not answer: the older invitation stays', async () => {
      const id = await invitedId(app);
      const before = await stateOf(app);
      const blocker = new Client({ connectionString: app.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE deliveries IN EXCLUSIVE MODE');
      const { status, body } = await resend(app, id).finally(() => blocker.end());
      expect([status, body]).toEqual([503, away]);
      expect(await stateOf(app)).toEqual(before);
    });
  });

  describe('409', () => {
    const app = given(newOrganization, beforeEach);

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

    it('answers 409 for one that a newer invitation to the same mailbox has replaced § 10.3k', async () => {
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
});
