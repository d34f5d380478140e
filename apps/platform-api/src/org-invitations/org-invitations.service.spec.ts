import { type OrgCaller, SecondFactorCheck } from '@governance/auth-guards';
import {
  type AuditContext,
  type Invitation,
  IdentityProviderUnavailable,
  type Permission,
  permissionsOfRole,
} from '@governance/iam';
import {
  FaultyWire,
  InMemoryConnectionDirectory,
  InMemoryInvitationGateway,
  InMemoryInvitationStore,
} from '@governance/iam/spec';
import { ListPages } from '@governance/http';
import { RuleViolation } from '@governance/kernel';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { InvitationRules } from './invitation-rules';
import { type InvitationRequest, OrgInvitationsService } from './org-invitations.service';

const orgId = 'org_acme';
const write: AuditContext = {
  actor: { kind: 'person', issuer: 'i', subject: 's', clientId: undefined },
  orgId,
  operation: 'org-invitations:create',
  target: undefined,
  requestId: 'r',
  secondFactorAgeSeconds: undefined,
};
const input: InvitationRequest = { email: 'invitee@example.com', role: 'viewer', connectionId: undefined };

describe('OrgInvitationsService', () => {
  const clock = new FixedClock('2026-11-20T12:00:00.000Z');
  let wire: FaultyWire;
  let gateway: InMemoryInvitationGateway;
  let directory: InMemoryConnectionDirectory;
  let store: InMemoryInvitationStore;
  let service: OrgInvitationsService;

  beforeEach(() => {
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    gateway = new InMemoryInvitationGateway(wire);
    directory = new InMemoryConnectionDirectory(wire);
    directory.connections.set(orgId, [
      { id: 'con_1', name: 'Passwords', type: 'database', enabled: true },
      { id: 'con_2', name: 'Upstream', type: 'enterprise', enabled: false },
    ]);
    directory.connections.set('org_globex', [{ id: 'con_3', name: 'x', type: 'database', enabled: true }]);
    store = new InMemoryInvitationStore(1_000);
    const rules = new InvitationRules(directory, new SecondFactorCheck(clock));
    service = new OrgInvitationsService(store, gateway, rules, clock, new ListPages(newTestKeyring()));
  });

  const invite = (
    changes: Partial<InvitationRequest> = {},
    permissions: ReadonlySet<Permission> = permissionsOfRole('account-admin'),
  ): Promise<Invitation> =>
    service.create(
      { kind: 'person', orgId, permissions, stepUp: {} } as OrgCaller,
      { ...input, ...changes },
      write,
    );

  it('stores an invitation for seven days with a token and an audit row, then offers it', async () => {
    const invitation = await invite({ connectionId: 'con_1' });
    expect(invitation).toEqual({
      id: expect.any(String) as string,
      orgId,
      email: input.email,
      role: 'viewer',
      connectionId: 'con_1',
      createdAt: new Date('2026-11-20T12:00:01.000Z'),
      expiresAt: new Date('2026-11-27T12:00:00.000Z'),
    });
    const [{ parts } = { parts: undefined }] = store.kept;
    expect(parts?.token).toMatch(/^[\w-]{43}$/);
    expect(parts?.audit).toEqual({ ...write, target: invitation.id });
    expect(store.kept.map((row) => row.orgId)).toEqual([orgId]);
    // As stored: the provider uses the same order.
    expect([...gateway.offers.values()]).toEqual([{ ...invitation, token: parts?.token }]);
  });

  it('has a different token for each invitation', async () => {
    await invite();
    await invite();
    const [first, second] = store.kept.map(({ parts }) => parts.token);
    expect(first).not.toBe(second);
  });

  it('reads connections only when one is named', async () => {
    directory.ofOrg = () => Promise.reject(new Error('asked'));
    expect((await invite()).connectionId).toBeUndefined();
  });

  it.each(['con_2', 'con_3', 'con_4'])(
    'refuses the connection %s, with the same error for all',
    async (connectionId) => {
      await expect(invite({ connectionId })).rejects.toThrow(
        new RuleViolation('connection_id must name an enabled connection of this organization'),
      );
      expect(store.kept).toEqual([]);
    },
  );

  it('refuses an unknown role, and one with permissions that the inviter lacks', async () => {
    await expect(invite({ role: 'owner' })).rejects.toThrow(RuleViolation);
    const held = new Set(['org:invitations:write', 'self:organization:read'] as const);
    await expect(invite({ role: 'account-admin' }, held)).rejects.toMatchObject({ kind: 'forbidden' });
    expect((await invite({}, held)).role).toBe('viewer');
    expect(store.kept).toHaveLength(1);
  });

  it('requires a recent second factor of a person for an account-admin, after the permission, and for no viewer', async () => {
    const stepUp = { mfaAt: undefined, mfaMaxAge: 300 };
    const by = (permissions: ReadonlySet<Permission>, role: string): Promise<Invitation> =>
      service.create({ kind: 'person', orgId, permissions, stepUp } as OrgCaller, { ...input, role }, write);
    const all = permissionsOfRole('account-admin');
    await expect(by(all, 'account-admin')).rejects.toMatchObject({ code: 'step_up_required' });
    const lacking = new Set(['org:invitations:write'] as const);
    const forbidden = await by(lacking, 'account-admin').catch((error: unknown) => error);
    expect(forbidden).toMatchObject({ kind: 'forbidden' });
    expect(forbidden).not.toMatchObject({ code: 'step_up_required' });
    expect(store.kept).toEqual([]);
    expect((await by(all, 'viewer')).role).toBe('viewer');
  });

  it('refuses an existing member', async () => {
    gateway.members.add(`${orgId} ${input.email}`);
    await expect(invite()).rejects.toMatchObject({ kind: 'conflict' });
    expect([store.kept, gateway.offers.size]).toEqual([[], 0]);
  });

  it('refuses a member by the pinned connection, and accepts a member by another way', async () => {
    gateway.members.add(`${orgId} ${input.email}`);
    expect((await invite({ connectionId: 'con_1' })).connectionId).toBe('con_1');
    gateway.members.add(`${orgId} ${input.email} con_1`);
    await expect(invite({ connectionId: 'con_1' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(store.kept).toHaveLength(1);
  });

  it('stores nothing while the provider is unavailable', async () => {
    wire.isDown = true;
    await expect(invite()).rejects.toThrow(IdentityProviderUnavailable);
    expect(store.kept).toEqual([]);
  });

  it.each(['request', 'answer'] as const)(
    'holds when the %s of the offer is lost: the mail worker repeats the offer',
    async (loss) => {
      wire.loseOne(loss, 1);
      expect((await invite()).email).toBe(input.email);
      expect(store.kept).toHaveLength(1);
    },
  );
});
