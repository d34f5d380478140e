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

/** A person's profile: what their token says of them, and what they have said here. */
export interface OwnProfile {
  readonly person: PersonCaller;
  readonly profile: Profile;
}

/** The caller's own profile (spec 2.8), of whichever organization they are now. */
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

  /** Changes what is named, and answers the whole. Rejects with `RuleViolation` for a change that breaks a rule. */
  async update(
    caller: Caller,
    { change, write: audit }: { readonly change: ProfileChange; readonly write: AuditContext },
  ): Promise<OwnProfile> {
    const person = personOf(caller);
    const update = { change: checkProfileChange(change), now: this.clock.now(), audit };
    return { person, profile: await this.profiles.update(person, update) };
  }
}

/** A service identity holds no permission that leads here. */
function personOf(caller: Caller): PersonCaller {
  if (caller.kind === 'person') return caller;
  throw new Problem('forbidden', 'only people have a profile');
}
