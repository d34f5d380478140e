import { type Way } from '../organizations/ways.store';
import { type InvitedSituation, type Situation } from './situation';
import { type Step } from './step';

/** The sign-in method for this invitation: the chosen one, or the only one. */
export function wayOf({ ways }: InvitedSituation, progress: Situation['progress']): Way | undefined {
  const [only, ...others] = ways;
  return others.length === 0 ? only : ways.find(({ id }) => id === progress.invited?.wayId);
}

/** The next page for a user who accepts an invitation. `done`: it can be accepted now. */
export function nextInvitedStep(
  { progress, enrolled }: Pick<Situation, 'progress' | 'enrolled'>,
  invited: InvitedSituation,
): Step {
  if (progress.invited?.accepted) return 'accepted';
  const way = wayOf(invited, progress);
  if (!way) return 'connection';
  if (progress.shownAt === undefined) return signInBy(way, invited);
  // A user with an authenticator app uses it at each sign-in; a user without one sets it up on entering the organization.
  const hasShownFactor = progress.factorAt !== undefined || progress.isFactorUndated === true;
  return enrolled && !hasShownFactor ? 'code' : 'done';
}

function signInBy({ type }: Way, { account }: InvitedSituation): Step {
  if (type === 'enterprise') return 'connection';
  return account?.hasPassword ? 'password' : 'new-password';
}
