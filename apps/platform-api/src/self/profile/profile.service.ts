import { Clock, Problem } from '@governance/kernel';
import {
  type AuditContext,
  type Caller,
  checkProfileChange,
  type PersonCaller,
  type Profile,
  type ProfileChange,
  ProfileStore,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';

/** A user's profile: the claims of their token, and their own values. */
export interface OwnProfile {
  readonly person: PersonCaller;
  readonly profile: Profile;
}

/** The caller's own profile (spec 2.8), independent of their current organization. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly profiles: ProfileStore,
    private readonly clock: Clock,
  ) {}

  async find(caller: Caller): Promise<OwnProfile> {
    const person = personOf(caller);
    return { person, profile: await this.profiles.find(person) };
  }

  /** Changes the given members and returns the whole profile. Rejects with `RuleViolation` for an invalid change. */
  async update(
    caller: Caller,
    { change, write: audit }: { readonly change: ProfileChange; readonly write: AuditContext },
  ): Promise<OwnProfile> {
    const person = personOf(caller);
    const update = { change: checkProfileChange(change), now: this.clock.now(), audit };
    return { person, profile: await this.profiles.update(person, update) };
  }
}

/** Service identities never hold the permissions of these endpoints. */
function personOf(caller: Caller): PersonCaller {
  if (caller.kind === 'person') return caller;
  throw new Problem('forbidden', 'only users have a profile');
}
