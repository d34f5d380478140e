import { type Role } from '@governance/iam';
import { MembershipsService } from './memberships.service';
import {
  type FoundMembership,
  type HeldMemberships,
  type Membership,
} from '../organizations/memberships.store';

const orgId = 'org_acme';

function membershipOf(userId: string, role: Role): Membership {
  return {
    userId,
    role,
    connectionId: null,
    secondFactor: null,
    secondFactorResetAt: null,
    secondFactors: [],
    lastSignInAt: null,
    failedSignIns: null,
    email: null,
    name: null,
    createdAt: new Date(0),
  };
}

/** The roles of one organization's members. Every account admin can sign in. */
class FakeMemberships implements HeldMemberships {
  readonly roles = new Map<string, Role>();
  readonly accounts = new Set(['user_1', 'user_2', 'user_foreign']);

  hold<Result>(_orgId: string, work: (memberships: HeldMemberships) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  list(): Promise<Membership[]> {
    return Promise.resolve([...this.roles].map(([userId, role]) => membershipOf(userId, role)));
  }

  findByEmail(): Promise<Membership[]> {
    return this.list();
  }

  async find(_orgId: string, userId: string): Promise<FoundMembership | undefined> {
    const role = this.roles.get(userId);
    return role && { ...membershipOf(userId, role), isLastAdmin: await this.isLastAdmin(userId) };
  }

  belongsElsewhere(_orgId: string, userId: string): Promise<boolean> {
    return Promise.resolve(userId === 'user_foreign');
  }

  isLastAdmin(userId: string): Promise<boolean> {
    const admins = [...this.roles].flatMap(([id, role]) => (role === 'account-admin' ? [id] : []));
    return Promise.resolve(admins.length === 1 && admins.includes(userId));
  }

  put(userId: string, role: Role): Promise<Membership | undefined> {
    if (!this.accounts.has(userId)) return Promise.resolve(undefined);
    this.roles.set(userId, role);
    return Promise.resolve(membershipOf(userId, role));
  }

  setRole(userId: string, role: Role): Promise<Membership | undefined> {
    return this.roles.has(userId) ? this.put(userId, role) : Promise.resolve(undefined);
  }

  remove(userId: string): Promise<void> {
    this.roles.delete(userId);
    return Promise.resolve();
  }
}

describe('MembershipsService', () => {
  const lastAdmin = {
    kind: 'conflict',
    text: 'the organization must keep an account admin who can sign in',
  };
  let memberships: FakeMemberships;
  let service: MembershipsService;
  beforeEach(async () => {
    memberships = new FakeMemberships();
    service = new MembershipsService(memberships);
    await service.put(orgId, 'user_1', 'account-admin');
  });

  it.each([
    ['demoted by a new membership', (): Promise<unknown> => service.put(orgId, 'user_1', 'viewer')],
    ['demoted', (): Promise<unknown> => service.setRole(orgId, 'user_1', 'viewer')],
    ['removed', (): Promise<unknown> => service.remove(orgId, 'user_1')],
  ])('refuses that the last account admin is %s', async (_, change) => {
    await expect(change()).rejects.toMatchObject(lastAdmin);
    expect(memberships.roles.get('user_1')).toBe('account-admin');
  });

  it('keeps the role of the last account admin when it is set again', async () => {
    expect(await service.setRole(orgId, 'user_1', 'account-admin')).toMatchObject({ role: 'account-admin' });
  });

  it('demotes and removes an account admin when there is another one', async () => {
    await service.put(orgId, 'user_2', 'account-admin');
    await service.setRole(orgId, 'user_1', 'viewer');
    await service.remove(orgId, 'user_1');
    expect([...memberships.roles]).toEqual([['user_2', 'account-admin']]);
  });

  it("refuses an account of another organization's connection", async () => {
    await expect(service.put(orgId, 'user_foreign', 'viewer')).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the account belongs to another organization',
    });
    expect(memberships.roles.has('user_foreign')).toBe(false);
  });

  it.each([
    ['an unknown account', (): Promise<unknown> => service.put(orgId, 'user_3', 'viewer')],
    ['no member, by role', (): Promise<unknown> => service.setRole(orgId, 'user_2', 'viewer')],
    ['no member', (): Promise<unknown> => service.get(orgId, 'user_2')],
  ])('answers 404 for %s', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ kind: 'not_found' });
  });
});
