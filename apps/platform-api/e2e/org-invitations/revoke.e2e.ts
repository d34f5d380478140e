import { given, type HttpAnswer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { newOrganization } from '../support/credentials-app';
import {
  expire,
  invitationsPath,
  invite,
  invitedId,
  invitee,
  listed,
  revoke,
  stateOf,
  unknownInvitation,
} from '../support/invitations';

/** The visible part of a response, without its date and request id. */
function seen({ status, headers, text }: HttpAnswer): object {
  const ignored = ['date', 'x-request-id'];
  return { status, text, headers: [...headers].filter(([name]) => !ignored.includes(name)) };
}

const away = {
  error: 'temporarily_unavailable',
  error_description: 'the service is temporarily unavailable, try again',
};

describe('DELETE /iam/org-invitations/{invitationId}', () => {
  const app = given(newOrganization, beforeEach);

  it('answers 204 without a body: the link is dead, the mail is cancelled, and the trail has a row § 10.3m', async () => {
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

  it('answers 400 to an unreadable body and to an unsupported version, and revokes nothing § 10.3n', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    const unreadable = await revoke(app, id, { body: '{broken' });
    expect([unreadable.status, unreadable.body.error]).toEqual([400, 'invalid_request']);
    const version = await app.ask('DELETE', `${invitationsPath}/${id}?api-version=2.0`);
    expect([version.status, version.body.error]).toEqual([400, 'unsupported_api_version']);
    expect(await stateOf(app)).toEqual(before);
  });

  it('answers 404, identical to the byte, for every id that the organization does not have § 10.3q', async () => {
    const token = app.personToken({ org_id: 'org_globex' });
    const foreign = await invitedId(app, {}, { token });
    const pinned = await invitedId(app, { email: 'admin@example.com', role: 'account-admin' }, { token });
    const revoked = await invitedId(app);
    expect((await revoke(app, revoked)).status).toBe(204);
    const before = await stateOf(app);
    const ids = [
      foreign,
      pinned,
      foreign.toUpperCase(),
      revoked,
      randomUUID(),
      '42',
      'a'.repeat(300),
      '%27',
      '%zz',
      '..%2F',
    ];
    const answers = [];
    for (const id of ids) answers.push(seen(await revoke(app, id)));
    expect(answers[0]).toMatchObject({ status: 404, text: JSON.stringify(unknownInvitation) });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await stateOf(app)).toEqual(before);
  });

  it('answers 409 for an accepted invitation: the person is a member, and the list still says accepted § 10.3r', async () => {
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

  it('answers 503 while the identity provider is unavailable, and changes nothing § 10.3s', async () => {
    const id = await invitedId(app);
    const before = await stateOf(app);
    app.provider.wire.isDown = true;
    const { status, body } = await revoke(app, id);
    app.provider.wire.isDown = false;
    expect([status, body]).toEqual([503, away]);
    expect(await stateOf(app)).toEqual(before);
    expect((await revoke(app, id)).status).toBe(204);
  });

  it('answers 503 while the database cannot record it: the link is dead, and a repeated call finishes', async () => {
    const id = await invitedId(app);
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE invitations IN EXCLUSIVE MODE');
    const { status, body } = await revoke(app, id).finally(() => blocker.end());
    expect([status, body]).toEqual([503, away]);
    expect(app.provider.gateway.offers.size).toBe(0);
    expect(await listed(app)).toEqual([[id, 'revoked']]);
    expect((await revoke(app, id)).status).toBe(204);
    expect(await listed(app)).toEqual([[id, 'revoked']]);
  });
});
