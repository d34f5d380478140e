import { type Way } from '../connections/ways.store';
import { type InvitedSituation, type Situation } from './situation';
import { type Step } from './step';

/** The way by which the invitation is accepted: chosen, or the only one. */
export function wayOf({ ways }: InvitedSituation, progress: Situation['progress']): Way | undefined {
  const [only, ...others] = ways;
  return others.length === 0 ? only : ways.find(({ id }) => id === progress.invited?.wayId);
}

/** The page that comes next for somebody who accepts an invitation. `done`: it can be accepted now. */
export function nextInvitedStep(
  { progress, enrolled }: Pick<Situation, 'progress' | 'enrolled'>,
  invited: InvitedSituation,
): Step {
  if (progress.invited?.accepted) return 'accepted';
  const way = wayOf(invited, progress);
  if (!way) return 'connection';
  if (progress.shownAt === undefined) return signInBy(way, invited);
  // Whoever has an app shows it at each sign-in; whoever has none sets one up when they enter the organization.
  return enrolled && progress.factorAt === undefined ? 'code' : 'done';
}

function signInBy({ type }: Way, { account }: InvitedSituation): Step {
  if (type === 'enterprise') return 'connection';
  return account?.hasPassword ? 'password' : 'new-password';
}
