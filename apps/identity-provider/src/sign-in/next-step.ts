import { type Place, type PlaceUpstream } from '../organizations/places.store';
import { nextInvitedStep } from './next-invited-step';
import { type Situation } from './situation';
import { type Step } from './step';

/** The authenticated user: from this sign-in, or from a session that the request accepts. */
export function personOf({
  request,
  progress,
  session,
}: Pick<Situation, 'request' | 'progress' | 'session'>): string | undefined {
  if (progress.userId !== undefined) return progress.userId;
  return request.signIn || progress.anotherPerson ? undefined : session?.userId;
}

/** The connection that the user signed in with; undefined: by password. */
export function connectionOf({
  progress,
  session,
}: Pick<Situation, 'progress' | 'session'>): string | undefined {
  return progress.userId === undefined ? session?.connectionId : progress.connectionId;
}

/** The organization to enter: the only one, the chosen one, or the requested one. */
export function placeOf({ request, progress, places }: Situation): Place | undefined {
  const [first, ...others] = places;
  if (first && others.length === 0) return first;
  return (
    places.find(({ orgId }) => orgId === progress.orgId) ??
    places.find(({ orgId }) => orgId === request.orgId)
  );
}

/** The connection of the user, if its provider shows the second factor instead of an app here. */
export function factorConnectionOf(situation: Situation): PlaceUpstream | undefined {
  const id = connectionOf(situation);
  return placeOf(situation)?.upstreams.find((upstream) => upstream.showsFactor && upstream.id === id);
}

export function nextStep(situation: Situation): Step {
  if (situation.invited) return nextInvitedStep(situation, situation.invited);
  if (situation.progress.wayInto !== undefined) return 'connection';
  if (personOf(situation) === undefined) return 'password';
  // If an organization does not allow passwords, the user continues to its own identity provider.
  if (isWayMissing(situation)) return 'connection';
  if (situation.progress.newRecoveryCodes) return 'recovery-codes';
  const missing = missingFactor(situation);
  if (missing) return missing;
  if (situation.places.length === 0) return 'no-organization';
  if (!placeOf(situation)) return 'organization';
  return isConsentMissing(situation) ? 'consent' : 'done';
}

/** Whether the second factor was verified in this sign-in, or in a session that the request accepts. */
export function hasShownFactor({ request, progress, session }: Situation): boolean {
  if (progress.factorAt !== undefined) return true;
  if (progress.isFactorUndated) return request.factor === 'no';
  return progress.userId === undefined && request.factor === 'no' && session?.hasFactor === true;
}

function isWayMissing(situation: Situation): boolean {
  return connectionOf(situation) === undefined && placeOf(situation)?.byPassword === false;
}

function missingFactor(situation: Situation): Step | undefined {
  if (hasShownFactor(situation)) return undefined;
  const required = isFactorRequired(situation);
  const again = required || situation.request.factor !== 'no';
  const signedInHere = situation.progress.userId !== undefined;
  const isShownElsewhere = factorConnectionOf(situation) !== undefined;
  // An app here never replaces a second factor that the provider of the organization has to show.
  if (isShownElsewhere && (required || (again && !signedInHere))) return 'connection';
  if (!signedInHere) return again ? stepUpOf(situation) : undefined;
  return situation.enrolled ? 'code' : setupOf(situation, required);
}

/**
 * A session without a second factor signs in again: a factor that was set up since then applies from the next sign-in. Otherwise
 * the thief of a session could set up one and show it.
 */
function stepUpOf({ enrolled, session }: Situation): Step {
  return enrolled && session?.hasFactor ? 'code' : 'password';
}

/** The first second factor needs a recent password, or a new sign-in at the provider of the connection. */
function setupOf(situation: Situation, required: boolean): Step | undefined {
  if (!required) return undefined;
  if (situation.isJustProven) return 'enrol';
  return connectionOf(situation) === undefined ? 'password' : 'connection';
}

/** spec 5.3.3: an organization with a window requires a second factor at sign-in. */
function isFactorRequired(situation: Situation): boolean {
  return situation.request.factor === 'required' || (placeOf(situation)?.mfaMaxAge ?? 0) > 0;
}

function isConsentMissing({ request, progress }: Situation): boolean {
  if (progress.consented || request.consent === 'no') return false;
  return request.consent === 'required' || progress.userId === undefined;
}
