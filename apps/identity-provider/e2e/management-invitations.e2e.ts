import { randomBytes, randomUUID } from 'node:crypto';
import { Housekeeping } from '../src/database/housekeeping';
import { addOrganization } from './support/machines';
import { givenApp } from './support/shared-app';

const noon = Date.parse('2026-11-20T12:00:00Z');
const at = (ms: number): string => new Date(noon + ms).toISOString();
const newToken = (): string => randomBytes(32).toString('base64url');

function offerOf(changes: object = {}): Record<string, unknown> {
  return {
    orgId: 'org_acme',
    email: 'invitee@example.com',
    role: 'viewer',
    token: newToken(),
    createdAt: at(0),
    expiresAt: at(7 * 86_400_000),
    ...changes,
  };
}

describe('the management of invitations', () => {
  const { identity } = givenApp();

  beforeAll(async () => {
    for (const orgId of ['org_acme', 'org_globex']) {
      await addOrganization(identity.manage, orgId);
      const connection = { name: 'Passwords', type: 'database' };
      await identity.manage('PUT', `/organizations/${orgId}/connections/con_${orgId}`, connection);
    }
  });
  afterEach(() => identity.stores.sql('DELETE FROM identity.invitations'));

  async function offer(
    body: object,
    id: string = randomUUID(),
  ): Promise<{ id: string; status: number; body: object }> {
    const answer = await identity.manage('PUT', `/invitations/${id}`, body);
    return { id, status: answer.status, body: answer.body };
  }
  const rows = (columns: string): Promise<Record<string, unknown>[]> =>
    identity.stores.sql(`SELECT ${columns} FROM identity.invitations ORDER BY created_at, id`);

  it('returns the link for the mail, and the name of the organization', async () => {
    const offered = offerOf({ connectionId: 'con_org_acme' });
    const { status, body } = await offer(offered);
    const [organization] = await identity.stores.sql(
      `SELECT name FROM identity.organizations WHERE id = 'org_acme'`,
    );
    expect([status, body]).toEqual([
      200,
      { link: `${identity.issuer}/invitations/${String(offered.token)}`, orgName: organization?.name },
    ]);
    expect(await rows('organization_id, role, connection_id, created_at, expires_at, accepted_at')).toEqual([
      {
        organization_id: 'org_acme',
        role: 'viewer',
        connection_id: 'con_org_acme',
        created_at: new Date(at(0)),
        expires_at: new Date(at(7 * 86_400_000)),
        accepted_at: null,
      },
    ]);
  });

  it('keeps neither address nor token in the clear', async () => {
    const token = newToken();
    await offer(offerOf({ email: 'canary@example.com', token }));
    const dump = JSON.stringify(
      await rows(`invitations::text AS row, encode(email || email_mac || token_mac, 'escape') AS bytes`),
    );
    expect(dump).not.toContain('canary');
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('can be repeated, and leaves an accepted one accepted', async () => {
    const offered = offerOf();
    const { id, body } = await offer(offered);
    expect((await offer(offered, id)).body).toEqual(body);
    await identity.stores.sql('UPDATE identity.invitations SET accepted_at = now()');
    expect(await offer(offered, id)).toMatchObject({ status: 200, body });
    expect(await rows('accepted_at, withdrawn_at')).toEqual([
      { accepted_at: expect.any(Date) as Date, withdrawn_at: null },
    ]);
  });

  it('gives an invitation no second token', async () => {
    const { id } = await offer(offerOf());
    expect((await offer(offerOf(), id)).status).toBe(409);
  });

  it('replaces an older one to the same address in any spelling, and refuses to offer it again', async () => {
    const older = offerOf();
    const { id } = await offer(older);
    const newer = await offer(offerOf({ email: 'Invitee+work@Example.com', createdAt: at(1) }));
    expect(newer.status).toBe(200);
    expect(await rows('id, withdrawn_at IS NULL AS pending')).toEqual([
      { id, pending: false },
      { id: newer.id, pending: true },
    ]);
    expect((await offer(older, id)).status).toBe(409);
  });

  it('refuses an invitation older than the current one, even if that is accepted', async () => {
    const { id } = await offer(offerOf({ createdAt: at(1) }));
    expect((await offer(offerOf({ createdAt: at(0) }))).status).toBe(409);
    await identity.stores.sql('UPDATE identity.invitations SET accepted_at = now()');
    expect((await offer(offerOf({ createdAt: at(0) }))).status).toBe(409);
    expect(await rows('id')).toEqual([{ id }]);
  });

  it('leaves only the newest pending when many are offered concurrently', async () => {
    const offers = Array.from({ length: 8 }, (_, index) => offerOf({ createdAt: at((index * 5) % 8) }));
    await Promise.all(offers.map((each) => offer(each)));
    const [newest] = (await rows('created_at, withdrawn_at IS NULL AS pending')).filter(
      ({ pending }) => pending === true,
    );
    expect(newest).toMatchObject({ created_at: new Date(at(7)) });
    expect((await rows('id')).length).toBeGreaterThan(0);
  });

  it('does not change invitations to other addresses or of other organizations', async () => {
    await offer(offerOf());
    await offer(offerOf({ email: 'second@example.com' }));
    await offer(offerOf({ orgId: 'org_globex' }));
    expect(await rows('withdrawn_at')).toEqual(Array.from({ length: 3 }, () => ({ withdrawn_at: null })));
  });

  it.each([
    ['an organization', { orgId: 'org_none' }],
    ['a connection', { connectionId: 'con_none' }],
    ['a connection of the organization', { connectionId: 'con_org_globex' }],
  ])('answers 404 if %s does not exist, and replaces nothing', async (_thing, unknown) => {
    const { id } = await offer(offerOf());
    expect((await offer(offerOf({ createdAt: at(1), ...unknown }))).status).toBe(404);
    expect(await rows('id, withdrawn_at')).toEqual([{ id, withdrawn_at: null }]);
  });

  it.each([
    ['a short token', { token: 'abc' }],
    ['a token with other characters', { token: `${newToken().slice(1)}.` }],
    ['a role of its own', { role: 'owner' }],
    ['a role that members alone get', { role: 'client-manager' }],
    ['an address that is a list', { email: 'a@example.com,b@example.com' }],
    ['no time', { createdAt: 'yesterday' }],
    ['an unknown member', { name: 'x' }],
  ])('answers 400 to %s, without showing it', async (_case, wrong) => {
    const { status, body } = await offer(offerOf(wrong));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(Object.values(wrong)[0]);
    expect(await rows('id')).toEqual([]);
  });

  it.each(["o'brien!#$%&*/=?^_`{|}~@example.com", 'invitee@bücher.example', 'a@b.example'])(
    'takes the address %s, which the platform takes',
    async (email) => {
      expect((await offer(offerOf({ email }))).status).toBe(200);
    },
  );

  it('deletes an invitation 31 days after its expiry, and not before', async () => {
    await offer(offerOf());
    const housekeeping = identity.get(Housekeeping);
    await identity.stores.sql(`UPDATE identity.invitations SET expires_at = now() - interval '30 days'`);
    await housekeeping.run();
    expect(await rows('id')).toHaveLength(1);
    await identity.stores.sql(`UPDATE identity.invitations SET expires_at = now() - interval '31 days'`);
    await housekeeping.run();
    expect(await rows('id')).toEqual([]);
  });

  it('deletes an invitation with the connection that it is pinned to', async () => {
    const path = '/organizations/org_acme/connections/con_passing';
    await identity.manage('PUT', path, { name: 'Passing', type: 'enterprise' });
    await offer(offerOf({ connectionId: 'con_passing' }));
    expect((await identity.manage('DELETE', path)).status).toBe(204);
    expect(await rows('id')).toEqual([]);
  });

  describe('a withdrawal', () => {
    async function withdraw(id: string, offered: Record<string, unknown>): Promise<number> {
      const invited = { ...offered, token: undefined };
      return (await identity.manage('PUT', `/invitations/${id}/withdrawal`, invited)).status;
    }

    it('ends an invitation, once and again', async () => {
      const offered = offerOf();
      const { id } = await offer(offered);
      expect(await withdraw(id, offered)).toBe(204);
      const [first] = await rows('withdrawn_at');
      expect(first?.withdrawn_at).toBeInstanceOf(Date);
      expect(await withdraw(id, offered)).toBe(204);
      expect(await rows('withdrawn_at')).toEqual([first]);
      expect((await offer(offered, id)).status).toBe(409);
      const page = await identity.call(`/invitations/${String(offered.token)}`);
      expect([page.status, page.text]).toEqual([410, expect.stringContaining('was revoked')]);
    });

    it('refuses the late offer of an invitation that was not offered before', async () => {
      const [id, late] = [randomUUID(), offerOf({ connectionId: 'con_org_acme' })];
      expect(await withdraw(id, late)).toBe(204);
      expect((await offer(late, id)).status).toBe(409);
      expect((await identity.call(`/invitations/${String(late.token)}`)).status).toBe(404);
    });

    it('answers 409 to an accepted invitation, and leaves it accepted', async () => {
      const offered = offerOf();
      const { id } = await offer(offered);
      await identity.stores.sql('UPDATE identity.invitations SET accepted_at = now()');
      expect(await withdraw(id, offered)).toBe(409);
      expect(await rows('withdrawn_at')).toEqual([{ withdrawn_at: null }]);
    });

    it('has nothing to do if the organization or connection does not exist', async () => {
      for (const gone of [{ orgId: 'org_none' }, { connectionId: 'con_none' }]) {
        expect(await withdraw(randomUUID(), offerOf(gone))).toBe(204);
      }
      expect(await rows('id')).toEqual([]);
    });

    it('does not end another invitation, also to the same address', async () => {
      const { id } = await offer(offerOf({ createdAt: at(1) }));
      await withdraw(randomUUID(), offerOf());
      await withdraw(randomUUID(), offerOf({ email: 'second@example.com' }));
      expect(await rows(`id, withdrawn_at IS NULL AS pending`)).toContainEqual({ id, pending: true });
    });

    it('leaves one outcome when it races with offers', async () => {
      const [id, offered] = [randomUUID(), offerOf()];
      const [answer] = await Promise.all([withdraw(id, offered), offer(offered, id), offer(offered, id)]);
      expect(answer).toBe(204);
      expect(await rows('withdrawn_at')).toEqual([{ withdrawn_at: expect.any(Date) as Date }]);
    });
  });

  describe('the states of invitations', () => {
    async function states(invitationIds: unknown, orgId = 'org_acme'): Promise<[number, unknown]> {
      const path = `/organizations/${orgId}/invitation-states`;
      const { status, body } = await identity.manage('POST', path, { invitationIds });
      return [status, body.invitations];
    }

    it('are those of the organization’s known invitations', async () => {
      const ids: string[] = [];
      for (const email of ['a', 'b', 'c']) {
        ids.push((await offer(offerOf({ email: `${email}@example.com` }))).id);
      }
      const [open = '', accepted = '', replaced = ''] = ids;
      await identity.stores.sql('UPDATE identity.invitations SET accepted_at = now() WHERE id = $1', [
        accepted,
      ]);
      await offer(offerOf({ email: 'c@example.com', createdAt: at(1) }));
      const [status, found] = await states([...ids, randomUUID()]);
      const expected = [
        { id: open, state: 'offered' },
        { id: accepted, state: 'accepted' },
        { id: replaced, state: 'withdrawn' },
      ].toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect([status, found]).toEqual([200, expected]);
      expect(await states(ids, 'org_globex')).toEqual([200, []]);
    });

    it('of an expired one stay offered', async () => {
      const { id } = await offer(offerOf({ expiresAt: at(1) }));
      expect(await states([id])).toEqual([200, [{ id, state: 'offered' }]]);
    });

    it.each([[[]], [['no id']], [undefined], ['text'], [Array.from({ length: 201 }, () => randomUUID())]])(
      'are refused for %j',
      async (invitationIds) => {
        expect((await states(invitationIds))[0]).toBe(400);
      },
    );
  });
});
