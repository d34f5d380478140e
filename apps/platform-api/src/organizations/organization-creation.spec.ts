import { SecondFactorCheck } from '@governance/auth-guards';
import { ListPages } from '@governance/http';
import {
  type AuditEntry,
  type AuditEvent,
  AuditEventStore,
  type AuditFilter,
  IdentityProviderUnavailable,
  type OrgAuditEvents,
  type OrgViewer,
} from '@governance/iam';
import {
  FaultyWire,
  InMemoryAuditTrail,
  InMemoryConnectionDirectory,
  InMemoryInvitationGateway,
  InMemoryInvitationStore,
  InMemoryMemberDirectory,
  InMemoryOrganizationDirectory,
  losses,
} from '@governance/iam/spec';
import { FixedClock, newTestKeyring } from '@governance/testing';
import { InvitationRules } from '../org-invitations/invitation-rules';
import { OrgInvitationsService } from '../org-invitations/org-invitations.service';
import { OrganizationCreation, OrganizationTaken } from './organization-creation';

class Events extends AuditEventStore {
  constructor(private readonly trail: InMemoryAuditTrail) {
    super();
  }

  forViewer({ orgId }: OrgViewer): OrgAuditEvents {
    const list = ({ operation }: AuditFilter): Promise<AuditEvent[]> => {
      const found = this.trail.entries.filter((entry) => entry.orgId === orgId);
      const listed = found.filter((entry) => entry.operation === operation);
      return Promise.resolve(listed.map((entry) => ({ ...entry, id: '1', createdAt: entry.at })));
    };
    return { list };
  }
}

const acme = { orgId: 'org_acme', name: 'Acme MSP', adminEmail: 'ada@acme.example' };
const operator = { kind: 'operator', issuer: 'command', subject: 'uid 0', clientId: undefined } as const;

describe('the creation of an organization', () => {
  let clock: FixedClock;
  let wire: FaultyWire;
  let organizations: InMemoryOrganizationDirectory;
  let members: InMemoryMemberDirectory;
  let gateway: InMemoryInvitationGateway;
  let store: InMemoryInvitationStore;
  let trail: InMemoryAuditTrail;
  let creation: OrganizationCreation;

  beforeEach(() => {
    clock = new FixedClock();
    wire = new FaultyWire(() => new IdentityProviderUnavailable());
    organizations = new InMemoryOrganizationDirectory(wire);
    members = new InMemoryMemberDirectory(wire);
    gateway = new InMemoryInvitationGateway(wire);
    store = new InMemoryInvitationStore();
    trail = new InMemoryAuditTrail();
    const directory = new InMemoryConnectionDirectory(wire);
    const rules = new InvitationRules(directory, new SecondFactorCheck(clock));
    const pages = new ListPages(newTestKeyring());
    creation = new OrganizationCreation({
      organizations,
      members,
      gateway,
      invitations: new OrgInvitationsService(store, gateway, rules, clock, pages),
      events: new Events(trail),
      audit: trail,
      clock,
      operator,
    });
  });

  const pending = (): [orgId: string, email: string, role: string][] =>
    store.kept
      .filter(({ isReplaced }) => !isReplaced)
      .map(({ orgId, invitation: { email, role } }) => [orgId, email, role]);
  const created = (): AuditEntry[] =>
    trail.entries.filter(({ operation }) => operation === 'organizations:create');

  it('invites the first account-admin for seven days, and names the operator in the audit trail', async () => {
    const invitation = await creation.create(acme);
    expect(organizations.organizations.get('org_acme')).toEqual({ id: 'org_acme', name: 'Acme MSP' });
    expect(pending()).toEqual([['org_acme', 'ada@acme.example', 'account-admin']]);
    expect(invitation?.expiresAt.getTime()).toBe((invitation?.createdAt.getTime() ?? 0) + 7 * 86_400_000);
    expect([...gateway.offers.values()]).toMatchObject([{ id: invitation?.id, role: 'account-admin' }]);
    expect(created()).toMatchObject([
      { actor: operator, orgId: 'org_acme', target: 'org_acme', outcome: 'done' },
    ]);
    expect(store.kept[0]?.parts.audit).toMatchObject({
      actor: operator,
      orgId: 'org_acme',
      operation: 'org-invitations:create',
      target: invitation?.id,
    });
  });

  it('replaces the invitation when it is repeated', async () => {
    const first = await creation.create(acme);
    clock.advance(1_000);
    const second = await creation.create(acme);
    expect(second?.id).not.toBe(first?.id);
    expect(pending()).toEqual([['org_acme', 'ada@acme.example', 'account-admin']]);
    expect([...gateway.offers.values()]).toMatchObject([{ id: second?.id }]);
    expect(created()).toHaveLength(1);
  });

  it('revokes the invitation to a mistyped address when it is repeated with another one', async () => {
    await creation.create({ ...acme, adminEmail: 'mallory@other.example' });
    await creation.create(acme);
    expect(pending()).toEqual([['org_acme', 'ada@acme.example', 'account-admin']]);
    expect([...gateway.offers.values()]).toMatchObject([{ email: 'ada@acme.example' }]);
    expect(store.revocations).toMatchObject([{ audit: { actor: operator, orgId: 'org_acme' } }]);
  });

  it('changes nothing in an organization with another name, or with members', async () => {
    await creation.create(acme);
    const before = [pending(), trail.entries.length];
    await expect(creation.create({ ...acme, name: 'Globex' })).rejects.toThrow(
      new OrganizationTaken('org_acme exists with the name Acme MSP: nothing was changed'),
    );
    members.put('org_acme', { id: 'bob', role: 'account-admin' });
    await expect(creation.create({ ...acme, adminEmail: 'mallory@other.example' })).rejects.toThrow(
      new OrganizationTaken('org_acme has members, who invite others: nothing was changed'),
    );
    expect([pending(), trail.entries.length]).toEqual(before);
  });

  it('changes nothing when the first account-admin has accepted', async () => {
    await creation.create(acme);
    members.put('org_acme', { id: 'ada', role: 'account-admin' });
    gateway.members.add('org_acme ada@acme.example');
    expect(await creation.create(acme)).toBeUndefined();
    expect(store.kept).toHaveLength(1);
  });

  it.each(losses.flatMap((loss) => [0, 1, 2, 3, 4].map((calls) => [loss, calls] as const)))(
    'that lost one %s after %d calls can be repeated',
    async (loss, calls) => {
      wire.loseOne(loss, calls);
      const first = await creation.create(acme).catch((error: unknown) => error);
      // The worker repeats a lost offer.
      expect(first instanceof IdentityProviderUnavailable).toBe(calls < 4);
      clock.advance(1_000);
      const last = await creation.create(acme);
      expect(organizations.organizations.size).toBe(1);
      expect(pending()).toEqual([['org_acme', 'ada@acme.example', 'account-admin']]);
      expect([...gateway.offers.values()]).toMatchObject([{ id: last?.id }]);
      expect(created()).toHaveLength(1);
    },
  );
});
