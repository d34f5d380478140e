import { Problem } from '@governance/kernel';
import { type MembershipsStore } from '../organizations/memberships.store';
import { type User, type UsersStore } from '../people/users.store';
import { type SecondFactorResetsStore } from '../second-factor/second-factor-resets.store';
import { isEnrolled, type SecondFactorsStore } from '../second-factor/second-factors.store';
import { found } from './found';

export interface SecondFactorResetParts {
  readonly memberships: Pick<MembershipsStore, 'find'>;
  readonly users: Pick<UsersStore, 'find'>;
  readonly secondFactors: Pick<SecondFactorsStore, 'of'>;
  readonly resets: Pick<SecondFactorResetsStore, 'request' | 'cancel'>;
  /** Whether mail is configured. */
  readonly tellsOwner: boolean;
}

/** Requests to remove the second factors of members, a day later, and their cancellation. */
export class SecondFactorResetsService {
  constructor(private readonly parts: SecondFactorResetParts) {}

  /**
   * Returns when the removal is due. @throws a 404, and a 409 for a member without a second factor here, or one who cannot be told: no
   * mail is configured, or the address is not verified.
   */
  async request(orgId: string, userId: string): Promise<Date> {
    const { resets, secondFactors, tellsOwner } = this.parts;
    const user = await this.member(orgId, userId);
    if (!tellsOwner || !user.emailVerified)
      throw new Problem('conflict', 'the member cannot be told by mail');
    if (!isEnrolled(await secondFactors.of(userId))) {
      throw new Problem('conflict', 'the member has no second factor');
    }
    return resets.request(user);
  }

  /** Does nothing if none is pending. @throws a 404. */
  async cancel(orgId: string, userId: string): Promise<void> {
    await this.parts.resets.cancel(await this.member(orgId, userId), { isByOwner: false });
  }

  private async member(orgId: string, userId: string): Promise<User> {
    found(await this.parts.memberships.find(orgId, userId));
    return found(await this.parts.users.find(userId));
  }
}
