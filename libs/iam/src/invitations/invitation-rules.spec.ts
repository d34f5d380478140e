import { RuleViolation } from '@governance/kernel';
import { type Caller } from '../caller/caller';
import { type Permission } from '../caller/permission';
import { permissionsOfRole } from '../caller/role';
import { checkInvitedRole, checkPinnedConnection, coversRole, invitationStatus } from './invitation-rules';
import { invitationExpiry, type InvitationStatus, type StoredInvitation } from './invitation';
import { type OfferState } from './invitation-gateway.port';

const connections = [
  { id: 'con_1', name: 'Passwords', type: 'database', enabled: true },
  { id: 'con_2', name: 'Upstream', type: 'enterprise', enabled: false },
];

function person(permissions: ReadonlySet<Permission>): Pick<Caller, 'kind' | 'permissions'> {
  return { kind: 'person', permissions };
}

describe('an invitation', () => {
  it.each(['account-admin', 'viewer'])('may be for the role %s', (role) => {
    expect(checkInvitedRole(role)).toBe(role);
  });

  it.each(['client-manager', '', 'owner', 'Viewer', 'viewer ', '__proto__'])(
    'is refused for the role %j',
    (role) => {
      expect(() => checkInvitedRole(role)).toThrow(new RuleViolation('role must be account-admin or viewer'));
    },
  );

  it('may be pinned to an enabled connection of the organization', () => {
    expect(checkPinnedConnection('con_1', connections)).toBe('con_1');
  });

  it('is refused alike for a connection that is disabled, unknown, or without an organization', () => {
    const refused = new RuleViolation('connection_id must name an enabled connection of this organization');
    for (const id of ['con_2', 'con_3', 'CON_1', '']) {
      expect(() => checkPinnedConnection(id, connections)).toThrow(refused);
    }
    expect(() => checkPinnedConnection('con_1', [])).toThrow(refused);
  });

  it('gives nothing that the inviter does not hold', () => {
    const by = (...permissions: Permission[]) => person(new Set(permissions));
    expect(coversRole(person(permissionsOfRole('account-admin')), 'account-admin')).toBe(true);
    expect(coversRole(by('org:invitations:write', 'self:organization:read'), 'viewer')).toBe(true);
    expect(coversRole(by('org:invitations:write', 'self:organization:read'), 'account-admin')).toBe(false);
    expect(coversRole(by('org:invitations:write'), 'viewer')).toBe(false);
  });

  it('of a machine creates no account-admin, with any permissions', () => {
    const machine = { kind: 'machine', permissions: permissionsOfRole('account-admin') } as const;
    expect(coversRole(machine, 'account-admin')).toBe(false);
    expect(coversRole(machine, 'viewer')).toBe(true);
  });

  it('can be accepted for seven days', () => {
    expect(invitationExpiry(new Date('2026-11-20T12:00:00Z'))).toEqual(new Date('2026-11-27T12:00:00Z'));
  });

  describe('has the status', () => {
    const expiresAt = new Date('2026-11-27T12:00:00Z');
    const before = new Date(expiresAt.getTime() - 1);
    const invitation: StoredInvitation = {
      id: 'invitation-1',
      orgId: 'org_acme',
      email: 'invitee@example.com',
      role: 'viewer',
      connectionId: undefined,
      createdAt: new Date('2026-11-20T12:00:00Z'),
      expiresAt,
      isReplaced: false,
      isMailWaiting: false,
    };

    interface Case {
      readonly status: InvitationStatus;
      readonly offer?: OfferState;
      readonly now?: Date;
      readonly stored?: Partial<StoredInvitation>;
    }
    it.each<Case>([
      { status: 'pending', offer: 'offered' },
      { status: 'expired', offer: 'offered', now: expiresAt },
      { status: 'accepted', offer: 'accepted' },
      { status: 'accepted', offer: 'accepted', now: expiresAt, stored: { isReplaced: true } },
      { status: 'revoked', offer: 'withdrawn' },
      { status: 'revoked', offer: 'withdrawn', now: expiresAt },
      { status: 'revoked', offer: 'offered', stored: { isReplaced: true } },
      { status: 'pending', stored: { isMailWaiting: true } },
      { status: 'expired', now: expiresAt, stored: { isMailWaiting: true } },
      { status: 'revoked', stored: { isReplaced: true, isMailWaiting: true } },
      { status: 'revoked' },
    ])('%j', ({ status, offer, now = before, stored }) => {
      expect(invitationStatus({ ...invitation, ...stored }, { offer, now })).toBe(status);
    });
  });
});
