import { type OrgCaller, SecondFactorCheck } from '@governance/auth-guards';
import { ListPages } from '@governance/http';
import {
  type AuditContext,
  IdentityProviderUnavailable,
  type Invitation,
  type InvitationStatus,
  type Permission,
  permissionsOfRole,
} from '@governance/iam';
import {
  auditContextOf,
  FaultyWire,
  InMemoryConnectionDirectory,
  InMemoryInvitationGateway,
  InMemoryInvitationStore,
  machineOf,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { InvitationRules } from './invitation-rules';
import { OrgInvitationsService } from './org-invitations.service';

const orgId = 'org_acme';
const email = 'invitee@example.com';
const machine = machineOf(orgId);
const weekMs = 7 * 86_400_000;
const unknown = { kind: 'not_found', text: 'there is no invitation with this id' };

describe('an invitation that was sent', () => {
  let clock: FixedClock;
  let wire: FaultyWire;
  let gateway: InMemoryInvitationGateway;
  let directory: InMemoryConnectionDirectory;
  let store: InMemoryInvitationStore;
  let service: OrgInvitationsService;

  beforeEach(() => {
    clock = new FixedClock('2026-11-20T12:00:00.000Z');
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    gateway = new InMemoryInvitationGateway(wire);
    directory = new InMemoryConnectionDirectory(wire);
    store = new InMemoryInvitationStore();
    const rules = new InvitationRules(directory, new SecondFactorCheck(clock));
    service = new OrgInvitationsService(store, gateway, rules, clock, new ListPages(newTestKeyring()));
  });

  const callerOf = (permissions: ReadonlySet<Permission>): OrgCaller =>
    ({ kind: 'person', orgId, permissions, stepUp: {} }) as OrgCaller;
  const admin = callerOf(permissionsOfRole('account-admin'));
  const writeOf = (operation: AuditContext['operation'], target?: string): AuditContext => ({
    ...auditContextOf(machine, operation),
    target,
  });

  async function invite(changes: object = {}): Promise<Invitation> {
    const input = { email, role: 'viewer', connectionId: undefined, ...changes };
    const invitation = await service.create(admin, input, writeOf('org-invitations:create'));
    clock.advance(1_000);
    return invitation;
  }
  const resend = (id: string, caller = admin): Promise<Invitation> =>
    service.resend(caller, id, writeOf('org-invitations:resend', id));
  const revoke = (id: string, caller = admin): Promise<void> =>
    service.revoke(caller, id, writeOf('org-invitations:revoke', id));
  async function list(
    status?: InvitationStatus,
    page: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<{ readonly found: string[]; readonly nextCursor: string | undefined }> {
    const input = { limit: page.limit, cursor: page.cursor, status };
    const { entries, nextCursor } = await service.list(admin, input);
    return { found: entries.map((entry) => `${entry.id} ${entry.status}`), nextCursor };
  }

  describe('in the list', () => {
    it('has its status, newest first, and can be filtered by it', async () => {
      const expired = await invite({ email: 'a@example.com' });
      clock.advance(weekMs);
      const [accepted, revoked, older, newer] = [
        await invite({ email: 'b@example.com' }),
        await invite({ email: 'c@example.com' }),
        await invite(),
        await invite(),
      ];
      gateway.accepted.add(accepted.id);
      await revoke(revoked.id);
      const all = [
        `${newer.id} pending`,
        `${older.id} revoked`,
        `${revoked.id} revoked`,
        `${accepted.id} accepted`,
        `${expired.id} expired`,
      ];
      expect((await list()).found).toEqual(all);
      for (const status of ['pending', 'accepted', 'expired', 'revoked'] as const) {
        expect((await list(status)).found).toEqual(all.filter((entry) => entry.endsWith(status)));
      }
    });

    it('is on a page, which a status makes shorter without ending the list', async () => {
      const accepted = await invite({ email: 'a@example.com' });
      await invite({ email: 'b@example.com' });
      gateway.accepted.add(accepted.id);
      const first = await list('accepted', { limit: 1 });
      expect(first).toEqual({ found: [], nextCursor: expect.any(String) as string });
      const second = await list('accepted', { cursor: first.nextCursor ?? '' });
      expect(second).toEqual({ found: [`${accepted.id} accepted`], nextCursor: undefined });
    });

    it('is of the caller’s organization', async () => {
      await invite();
      const elsewhere = { ...admin, orgId: 'org_globex' };
      const input = { limit: undefined, cursor: undefined, status: undefined };
      expect((await service.list(elsewhere, input)).entries).toEqual([]);
    });

    it('has no status while the provider is unavailable: the list rejects', async () => {
      await invite();
      wire.isDown = true;
      await expect(list()).rejects.toThrow(IdentityProviderUnavailable);
    });
  });

  describe('sent again', () => {
    it('is a new invitation for seven days with the same content and another token', async () => {
      directory.connections.set(orgId, [{ id: 'con_1', name: 'P', type: 'database', enabled: true }]);
      const former = await invite({ connectionId: 'con_1' });
      clock.advance(86_400_000);
      const sent = await resend(former.id);
      expect(sent).toEqual({
        ...former,
        id: expect.not.stringMatching(former.id) as string,
        createdAt: clock.now(),
        expiresAt: new Date(clock.now().getTime() + weekMs),
      });
      const [first, second] = store.kept.map(({ parts }) => parts);
      expect(second?.token).not.toBe(first?.token);
      expect(second?.audit).toEqual(writeOf('org-invitations:resend', former.id));
      expect([...gateway.offers.values()]).toEqual([{ ...sent, token: second?.token }]);
      expect((await list()).found).toEqual([`${sent.id} pending`, `${former.id} revoked`]);
    });

    it('is offered by the worker when the provider becomes unavailable', async () => {
      const former = await invite();
      // After its states and the search for a member.
      wire.loseOne('request', 2);
      expect((await resend(former.id)).email).toBe(email);
      expect(store.kept).toHaveLength(2);
    });

    it.each([
      ['accepted', (id: string) => Promise.resolve(gateway.accepted.add(id))],
      [
        'expired',
        () => {
          clock.advance(weekMs);
          return Promise.resolve();
        },
      ],
      ['revoked', (id: string) => revoke(id)],
    ])('is refused when it is %s', async (status, end: (id: string) => Promise<unknown>) => {
      const { id } = await invite();
      await end(id);
      const text = `the invitation is no longer pending: it is ${status}`;
      await expect(resend(id)).rejects.toMatchObject({ kind: 'conflict', text });
      expect(store.kept).toHaveLength(1);
    });

    it('is refused when another request was first', async () => {
      const { id } = await invite();
      const answers = await Promise.allSettled([resend(id), resend(id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(store.kept).toHaveLength(2);
    });

    it('is refused for a member, and for a connection that is disabled or gone', async () => {
      directory.connections.set(orgId, [{ id: 'con_1', name: 'P', type: 'database', enabled: true }]);
      const { id } = await invite({ connectionId: 'con_1' });
      gateway.members.add(`${orgId} ${email} con_1`);
      await expect(resend(id)).rejects.toMatchObject({ kind: 'conflict' });
      gateway.members.clear();
      for (const connections of [[{ id: 'con_1', name: 'P', type: 'database', enabled: false }], []]) {
        directory.connections.set(orgId, connections);
        const text = 'the connection of the invitation is disabled';
        await expect(resend(id)).rejects.toMatchObject({ kind: 'conflict', text });
      }
    });

    it('requires a recent second factor if it makes an account-admin, before its state is told', async () => {
      const stale = { ...admin, stepUp: { mfaAt: undefined, mfaMaxAge: 300 } } as OrgCaller;
      const { id } = await invite({ role: 'account-admin' });
      const viewer = await invite({ email: 'viewer@example.com' });
      clock.advance(weekMs / 2);
      await expect(resend(id, stale)).rejects.toMatchObject({ code: 'step_up_required' });
      expect((await resend(viewer.id, stale)).role).toBe('viewer');
      clock.advance(weekMs);
      await expect(resend(id, stale)).rejects.toMatchObject({ code: 'step_up_required' });
    });

    it('is refused to a caller who lacks permissions of the role, and to a machine for an account-admin', async () => {
      const { id } = await invite({ role: 'account-admin' });
      const lacking = callerOf(new Set<Permission>(['org:invitations:write', 'self:organization:read']));
      for (const caller of [lacking, machine]) {
        await expect(resend(id, caller)).rejects.toMatchObject({ kind: 'forbidden' });
      }
      const viewer = await invite({ email: 'viewer@example.com' });
      expect((await resend(viewer.id, machine)).role).toBe('viewer');
    });
  });

  describe('revoked', () => {
    it('cannot be accepted, and is recorded once', async () => {
      const { id } = await invite();
      await revoke(id);
      expect(gateway.offers.size).toBe(0);
      const audit = writeOf('org-invitations:revoke', id);
      expect(store.revocations).toEqual([{ id, at: clock.now(), audit }]);
      await expect(revoke(id)).rejects.toMatchObject(unknown);
      expect(store.revocations).toHaveLength(1);
    });

    it.each(['request', 'answer'] as const)(
      'takes effect when the call is repeated after the %s to the provider was lost',
      async (loss) => {
        const { id } = await invite();
        wire.loseOne(loss, 0);
        await expect(revoke(id)).rejects.toThrow(IdentityProviderUnavailable);
        expect(store.revocations).toEqual([]);
        await revoke(id);
        expect((await list()).found).toEqual([`${id} revoked`]);
      },
    );

    it('is refused for an accepted one, and permitted for an expired one', async () => {
      const { id } = await invite();
      gateway.accepted.add(id);
      const text = 'the invitation is no longer pending: it is accepted';
      await expect(revoke(id)).rejects.toMatchObject({ kind: 'conflict', text });
      const expired = await invite({ email: 'late@example.com' });
      clock.advance(weekMs);
      await revoke(expired.id);
      expect((await list('revoked')).found).toEqual([`${expired.id} revoked`]);
    });
  });

  it('is unknown by another id, and in another organization', async () => {
    const { id } = await invite();
    const elsewhere = { ...admin, orgId: 'org_globex' };
    for (const change of [
      () => resend(id, elsewhere),
      () => revoke(id, elsewhere),
      ...[randomUUID(), 'no id', ''].flatMap((other) => [() => resend(other), () => revoke(other)]),
    ]) {
      await expect(change()).rejects.toMatchObject(unknown);
    }
    expect((await list()).found).toEqual([`${id} pending`]);
  });
});
