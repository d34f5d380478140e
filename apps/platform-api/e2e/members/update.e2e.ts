import { permissionsOfRole } from '@governance/iam';
import { given, type HttpAnswer } from '@governance/testing';
import { Client } from 'pg';
import {
  admin,
  auditOf,
  laterToken,
  listMembers,
  membersPath,
  membersState,
  newMembersOrganization,
  otherAdmin,
  removeMember,
  setRole,
  viewer,
} from '../support/members';

describe('PATCH /iam/members/{memberId}', () => {
  describe('200', () => {
    const app = given(newMembersOrganization, beforeEach);
    const done = (target: string, role: string): object => ({
      operation: 'members:update',
      target,
      outcome: 'done',
      reason: role,
      actor_kind: 'person',
      actor_subject: admin,
      org_id: app.orgId,
    });

    it('answers 200 with the member, and the list and the audit trail show the new role § 10.4f', async () => {
      const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' });
      expect([status, body]).toEqual([
        200,
        {
          id: viewer,
          email: 'viewer@acme.example',
          name: 'Viewer',
          role: 'account-admin',
          sign_in_method: 'password',
          connection_id: null,
          second_factor: false,
          second_factor_reset_at: null,
          second_factors: null,
          last_sign_in_at: null,
          failed_sign_ins: null,
          joined_at: expect.any(String) as string,
        },
      ]);
      expect((await listMembers(app)).body.members).toContainEqual(body);
      expect((await setRole(app, { id: viewer, role: 'viewer' })).body).toEqual({ ...body, role: 'viewer' });
      expect(await auditOf(app)).toEqual([done(viewer, 'account-admin'), done(viewer, 'viewer')]);
    });

    it.each([
      [otherAdmin, 'account-admin'],
      [viewer, 'viewer'],
    ])(
      'makes %s, who was %s, a client manager, whose tokens permit clients and results alone § 10.22a',
      async (id) => {
        const earlier = app.personToken({ sub: id });
        const { status, body } = await setRole(app, { id, role: 'client-manager' });
        expect([status, body.role]).toEqual([200, 'client-manager']);
        expect((await listMembers(app)).body.members).toContainEqual(body);
        expect((await app.ask('GET', '/self/me', { token: earlier })).body.permissions).toEqual([
          ...permissionsOfRole('client-manager'),
        ]);
        expect((await setRole(app, { id: viewer, role: 'viewer' }, { token: earlier })).status).toBe(403);
        expect(await auditOf(app)).toContainEqual(done(id, 'client-manager'));
      },
    );

    it('limits the tokens that a demoted admin has, and not those that they get afterwards § 10.4u', async () => {
      const token = app.personToken({ sub: otherAdmin });
      await setRole(app, { id: otherAdmin, role: 'viewer' });
      const { body } = await app.ask('GET', '/self/me', { token });
      expect(body.permissions).toEqual([...permissionsOfRole('viewer')]);
      expect((await app.manage('POST', '', { token, body: {} })).status).toBe(403);
      await setRole(app, { id: otherAdmin, role: 'account-admin' });
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(403);
      const later = laterToken(app, { sub: otherAdmin });
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token: later })).status).toBe(200);
    });

    it('affects the person in no other organization', async () => {
      const token = app.personToken({ sub: otherAdmin, org_id: 'org_globex' });
      await setRole(app, { id: otherAdmin, role: 'viewer' });
      expect((await listMembers(app, '', { token })).status).toBe(200);
    });

    it('lets an admin demote themselves while another one is left, and repeats', async () => {
      const [own, token] = [app.personToken(), app.personToken({ sub: otherAdmin })];
      expect((await setRole(app, { id: admin, role: 'viewer' }, { token: own })).status).toBe(200);
      expect((await setRole(app, { id: otherAdmin, role: 'viewer' }, { token: own })).status).toBe(403);
      for (let time = 0; time < 2; time += 1) {
        expect((await setRole(app, { id: otherAdmin, role: 'account-admin' }, { token })).status).toBe(200);
      }
    });
  });

  describe('400, 401, 403', () => {
    const app = given(newMembersOrganization, beforeEach);

    it.each([
      [{}, 'role must be account-admin, client-manager or viewer'],
      [{ role: 'owner' }, 'role must be account-admin, client-manager or viewer'],
      [{ role: 'Viewer' }, 'role must be account-admin, client-manager or viewer'],
      [{ role: '' }, 'role must be account-admin, client-manager or viewer'],
      [{ role: null }, 'role must be account-admin, client-manager or viewer'],
      [{ role: 7 }, 'role must be a string'],
      [{ role: ['viewer'] }, 'role must be a string'],
      [{ role: 'viewer', name: 'x' }, 'name is not a member of this request'],
      [[], 'the request body must be a JSON object'],
      ['{', 'the request body is not valid JSON'],
    ])('answers 400 to %j, for an unknown member too, and changes nothing § 10.4s', async (body, text) => {
      const before = await membersState(app);
      for (const id of [viewer, 'unknown']) {
        const answer = await app.ask('PATCH', `${membersPath}/${id}`, { body });
        expect([answer.status, answer.body]).toEqual([
          400,
          { error: 'invalid_request', error_description: text },
        ]);
      }
      expect(await membersState(app)).toEqual(before);
      expect((await auditOf(app)).at(-2)).toMatchObject({
        target: viewer,
        outcome: 'refused',
        reason: 'invalid_request',
      });
    });

    it('answers 401 to an admin from the moment of their removal, also when they are invited again', async () => {
      const token = app.personToken({ sub: otherAdmin });
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(200);
      await removeMember(app, otherAdmin);
      expect((await setRole(app, { id: viewer, role: 'account-admin' }, { token })).status).toBe(401);
      app.provider.members.put(app.orgId, { id: otherAdmin, role: 'account-admin' });
      expect((await setRole(app, { id: viewer, role: 'account-admin' }, { token })).status).toBe(401);
      const later = laterToken(app, { sub: otherAdmin });
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token: later })).status).toBe(200);
    });

    it('answers 403 to a viewer, and records it § 10.4h', async () => {
      const token = app.personToken({ sub: viewer, permissions: [...permissionsOfRole('viewer')] });
      const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' }, { token });
      expect([status, body.error_description]).toEqual([
        403,
        'the access token lacks the permission org:members:write',
      ]);
      expect((await auditOf(app)).at(-1)).toMatchObject({
        operation: 'members:update',
        target: viewer,
        outcome: 'refused',
        reason: 'insufficient_permissions',
        actor_subject: viewer,
      });
    });

    it('answers 403 to a caller who lacks permissions of the role', async () => {
      const permissions = ['org:members:write', 'self:organization:read'];
      const token = app.personToken({ permissions });
      const { status, body } = await setRole(app, { id: viewer, role: 'account-admin' }, { token });
      expect([status, body.error_description]).toEqual([
        403,
        'the role has permissions that the access token lacks',
      ]);
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(200);
    });

    it('answers 403 to a demoted admin from the moment of their demotion', async () => {
      const token = app.personToken({ sub: otherAdmin });
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(200);
      expect((await setRole(app, { id: otherAdmin, role: 'viewer' })).status).toBe(200);
      expect((await setRole(app, { id: viewer, role: 'viewer' }, { token })).status).toBe(403);
    });
  });

  describe('503', () => {
    const app = given(newMembersOrganization, beforeEach);

    function unavailable({ status, body, headers }: HttpAnswer): void {
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }

    async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
      const blocker = new Client({ connectionString: app.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query(`LOCK TABLE ${table}`);
      await work().finally(() => blocker.end());
    }

    it('answers 503 while the identity provider is unavailable, and has no effect § 10.4k', async () => {
      const before = await membersState(app);
      app.provider.wire.isDown = true;
      unavailable(await setRole(app, { id: otherAdmin, role: 'viewer' }));
      expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
    });

    it('answers 503 while the database does not answer, and has no effect', async () => {
      const before = await membersState(app);
      await whileLocked('token_cut_offs', async () => {
        unavailable(await setRole(app, { id: otherAdmin, role: 'viewer' }));
      });
      expect([await membersState(app), await auditOf(app)]).toEqual([before, []]);
    });

    it('can be repeated after 503 at its end; until then the person has no more access than before', async () => {
      const token = app.personToken({ sub: otherAdmin });
      await whileLocked('audit_trail', async () => {
        unavailable(await setRole(app, { id: otherAdmin, role: 'viewer' }));
        expect((await listMembers(app, '', { token })).status).toBe(403);
      });
      expect((await setRole(app, { id: otherAdmin, role: 'viewer' })).status).toBe(200);
      expect(await auditOf(app)).toMatchObject([{ target: otherAdmin, outcome: 'done', reason: 'viewer' }]);
    });
  });
});

describe('PATCH /iam/members/{memberId} for the last account-admin', () => {
  const app = given(newMembersOrganization, beforeEach);
  const roles = (): string[] => app.provider.members.all(app.orgId).map(({ role }) => role);

  it('answers 409, changes nothing, cuts off no token, and records the refusal § 10.4j', async () => {
    await setRole(app, { id: otherAdmin, role: 'viewer' });
    const before = await membersState(app);
    for (const time of [1, 2]) {
      const { status, body } = await setRole(app, { id: admin, role: 'viewer' });
      expect([time, status, body]).toEqual([
        time,
        409,
        {
          error: 'conflict',
          error_description:
            'the organization must keep an account-admin who can sign in: give another member this role first',
        },
      ]);
    }
    expect(await membersState(app)).toEqual(before);
    expect((await auditOf(app)).at(-1)).toMatchObject({ outcome: 'refused', reason: 'conflict' });
    expect((await setRole(app, { id: admin, role: 'account-admin' })).status).toBe(200);
    expect((await setRole(app, { id: viewer, role: 'account-admin' })).status).toBe(200);
    expect((await setRole(app, { id: admin, role: 'viewer' })).status).toBe(200);
  });

  it('leaves one of two admins under 50 concurrent demotions § 10.4t', async () => {
    const token = app.personToken({ sub: 'a third admin' });
    const demotions = Array.from({ length: 50 }, (_, index) =>
      setRole(app, { id: index % 2 === 0 ? admin : otherAdmin, role: 'viewer' }, { token }),
    );
    const statuses = (await Promise.all(demotions)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(statuses.filter((status) => status === 409)).toHaveLength(25);
    expect(roles().filter((role) => role === 'account-admin')).toHaveLength(1);
  });
});
