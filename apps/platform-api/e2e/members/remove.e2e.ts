import { permissionsOfRole } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { Client } from 'pg';
import {
  admin,
  auditOf,
  laterToken,
  listMembers,
  membersState,
  newMembersOrganization,
  otherAdmin,
  removeMember,
  setRole,
  viewer,
} from '../support/members';

describe('DELETE /iam/members/{memberId}', () => {
  describe('204, 400, 401', () => {
    const app = given(newMembersOrganization, beforeEach);

    it('answers 204 without a body; the member is gone from the list, and the audit trail names them § 10.4l', async () => {
      const { status, text } = await removeMember(app, viewer);
      expect([status, text]).toEqual([204, '']);
      expect((await listMembers(app)).text).not.toContain(viewer);
      expect(await auditOf(app)).toEqual([
        {
          operation: 'members:remove',
          target: viewer,
          outcome: 'done',
          reason: null,
          actor_kind: 'person',
          actor_subject: admin,
          org_id: app.orgId,
        },
      ]);
    });

    it('ends the tokens that the member has in this organization, and no others § 10.4u', async () => {
      const ask = async (token: string): Promise<number> =>
        (await app.ask('PATCH', '/self/profile', { token, body: {} })).status;
      const token = app.personToken({ sub: otherAdmin });
      expect(await ask(token)).toBe(200);
      await removeMember(app, otherAdmin);
      expect(await ask(token)).toBe(401);
      expect(await ask(app.personToken({ sub: otherAdmin, org_id: 'org_globex' }))).toBe(200);
      expect(await ask(app.personToken({ sub: viewer }))).toBe(200);
      expect(await ask(laterToken(app, { sub: otherAdmin }))).toBe(200);
    });

    it('can be repeated, by the organization of the former member only', async () => {
      for (let time = 0; time < 2; time += 1) expect((await removeMember(app, viewer)).status).toBe(204);
      const token = app.personToken({ org_id: 'org_globex' });
      expect((await removeMember(app, viewer, { token })).status).toBe(404);
    });

    it('lets an admin leave while another one is left', async () => {
      const token = app.personToken();
      expect((await removeMember(app, admin, { token })).status).toBe(204);
      expect((await removeMember(app, viewer, { token })).status).toBe(401);
      expect((await removeMember(app, viewer, { token: app.personToken({ sub: otherAdmin }) })).status).toBe(
        204,
      );
    });

    it('answers 400 to a body that is not JSON, although it needs none, and removes no one § 10.4m', async () => {
      const before = await membersState(app);
      const { status, body } = await removeMember(app, viewer, { body: '{' });
      const text = 'the request body is not valid JSON';
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
      expect(await membersState(app)).toEqual(before);
    });

    it('answers 401 to an admin from the moment of their removal', async () => {
      const token = app.personToken({ sub: otherAdmin });
      expect((await removeMember(app, 'unknown', { token })).status).toBe(404);
      await removeMember(app, otherAdmin);
      expect((await removeMember(app, viewer, { token })).status).toBe(401);
    });
  });

  describe('403', () => {
    const app = given(newMembersOrganization, beforeEach);
    let before: unknown;
    beforeEach(async () => {
      before = await membersState(app);
    });

    it('answers 403 to a viewer, even about themselves, and records it § 10.4o', async () => {
      const token = app.personToken({ sub: viewer, permissions: [...permissionsOfRole('viewer')] });
      const { status, body } = await removeMember(app, viewer, { token });
      expect([status, body.error_description]).toEqual([
        403,
        'the access token lacks the permission org:members:write',
      ]);
      expect(await auditOf(app)).toMatchObject([
        { target: viewer, outcome: 'refused', reason: 'insufficient_permissions', actor_subject: viewer },
      ]);
      expect(await membersState(app)).toEqual(before);
    });

    it('answers 403 to a demoted admin from the moment of their demotion', async () => {
      const token = app.personToken({ sub: otherAdmin });
      await setRole(app, { id: otherAdmin, role: 'viewer' });
      expect((await removeMember(app, viewer, { token })).status).toBe(403);
    });
  });

  describe('503', () => {
    const app = given(newMembersOrganization, beforeEach);
    let before: unknown;
    beforeEach(async () => {
      before = await membersState(app);
    });

    function unavailable({ status, body, headers }: HttpAnswer): void {
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.4r', async () => {
      app.provider.wire.isDown = true;
      unavailable(await removeMember(app, viewer));
      expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
    });

    it('answers 503 when the provider is lost after the cut-off: access is removed first, and the call can be repeated', async () => {
      const token = app.personToken({ sub: otherAdmin });
      app.provider.wire.loseOne('request', 1);
      unavailable(await removeMember(app, otherAdmin));
      expect((await removeMember(app, viewer, { token })).status).toBe(401);
      expect((await removeMember(app, otherAdmin)).status).toBe(204);
    });

    it('answers 503 while the database does not answer, and has no effect', async () => {
      const blocker = new Client({ connectionString: app.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE token_cut_offs');
      unavailable(await removeMember(app, viewer).finally(() => blocker.end()));
      expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
    });
  });
});

describe('DELETE /iam/members/{memberId} for the last account-admin', () => {
  const app = given(newMembersOrganization, beforeEach);

  it('answers 409, changes nothing, cuts off no token, and records the refusal § 10.4q', async () => {
    expect((await removeMember(app, otherAdmin)).status).toBe(204);
    const before = await membersState(app);
    const { status, body } = await removeMember(app, admin);
    expect([status, body]).toEqual([
      409,
      {
        error: 'conflict',
        error_description:
          'the organization must keep an account-admin who can sign in: give another member this role first',
      },
    ]);
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
  });

  it('keeps one of two admins who remove and demote one another concurrently', async () => {
    const token = app.personToken({ sub: 'a third admin' });
    const changes = Array.from({ length: 20 }, (_, index) => {
      const id = index % 4 < 2 ? admin : otherAdmin;
      return index % 2 === 0
        ? removeMember(app, id, { token })
        : setRole(app, { id, role: 'viewer' }, { token });
    });
    await Promise.all(changes);
    const admins = app.provider.members.all(app.orgId).filter(({ role }) => role === 'account-admin');
    expect(admins).toHaveLength(1);
  });
});
