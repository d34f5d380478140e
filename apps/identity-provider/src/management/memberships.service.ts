import { type Role } from '@governance/iam';
import { Problem } from '@governance/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { found } from './found';
import {
  type FoundMembership,
  type HeldMemberships,
  type Membership,
  type MembershipPage,
  MembershipsStore,
} from '../organizations/memberships.store';

/** Memberships. An organization keeps an account admin: no method removes or demotes the last one. */
@Injectable()
export class MembershipsService {
  constructor(
    @Inject(MembershipsStore)
    private readonly memberships: Pick<
      MembershipsStore,
      'list' | 'find' | 'findByEmail' | 'belongsElsewhere' | 'hold'
    >,
  ) {}

  /** Newest first. */
  list(orgId: string, page: MembershipPage): Promise<Membership[]> {
    return this.memberships.list(orgId, page);
  }

  /** @throws a 404. */
  async get(orgId: string, userId: string): Promise<FoundMembership> {
    return found(await this.memberships.find(orgId, userId));
  }

  /** The memberships of all accounts with the address; with a connection, only those for its sign-in method. */
  findByEmail(orgId: string, email: string, connectionId?: string): Promise<Membership[]> {
    return this.memberships.findByEmail(orgId, email, connectionId);
  }

  /**
   * @throws a 404 when the organization or the user does not exist, and a 409 for the last account admin, or for an account of
   * another organization's connection, which is valid only there.
   */
  async put(orgId: string, userId: string, role: Role): Promise<Membership> {
    if (await this.memberships.belongsElsewhere(orgId, userId)) {
      throw new Problem('conflict', 'the account belongs to another organization');
    }
    return this.memberships.hold(orgId, async (held) => {
      await keepAnAdmin(held, userId, role);
      return found(await held.put(userId, role));
    });
  }

  /** Changes the role of a member. @throws a 404, or a 409 for the last account admin. */
  setRole(orgId: string, userId: string, role: Role): Promise<Membership> {
    return this.memberships.hold(orgId, async (held) => {
      await keepAnAdmin(held, userId, role);
      return found(await held.setRole(userId, role));
    });
  }

  /** Deletes the membership if it exists. @throws a 409 for the last account admin. */
  remove(orgId: string, userId: string): Promise<void> {
    return this.memberships.hold(orgId, async (held) => {
      await keepAnAdmin(held, userId, undefined);
      await held.remove(userId);
    });
  }
}

/** `role`: what the member becomes; undefined: no member. */
async function keepAnAdmin(held: HeldMemberships, userId: string, role: Role | undefined): Promise<void> {
  if (role !== 'account-admin' && (await held.isLastAdmin(userId))) {
    throw new Problem('conflict', 'the organization must keep an account admin who can sign in');
  }
}
