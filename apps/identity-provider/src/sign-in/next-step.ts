import { type Place } from '../people/places.store';
import { nextInvitedStep } from './next-invited-step';
import { type Situation } from './situation';
import { type Step } from './step';

/** Who it is, as far as that has been shown: here, or by a session that will do. */
export function personOf({
  request,
  progress,
  session,
}: Pick<Situation, 'request' | 'progress' | 'session'>): string | undefined {
  if (progress.userId !== undefined) return progress.userId;
  return request.signIn || progress.anotherPerson ? undefined : session?.userId;
}

/** By which connection the person has come; undefined: by password. */
export function connectionOf({
  progress,
  session,
}: Pick<Situation, 'progress' | 'session'>): string | undefined {
  return progress.userId === undefined ? session?.connectionId : progress.connectionId;
}

/** The organization to enter: chosen, asked for, or the only one. */
export function placeOf({ request, progress, places }: Situation): Place | undefined {
  const [first, ...others] = places;
  if (first && others.length === 0) return first;
  return (
    places.find(({ orgId }) => orgId === progress.orgId) ??
    places.find(({ orgId }) => orgId === request.orgId)
  );
}

/** The page that comes next. */
export function nextStep(situation: Situation): Step {
  if (situation.invited) return nextInvitedStep(situation, situation.invited);
  if (situation.progress.wayInto !== undefined) return 'connection';
  if (personOf(situation) === undefined) return 'password';
  // An organization may let nobody in by password: then the person goes on to its own provider.
  if (isWayMissing(situation)) return 'connection';
  const missing = missingFactor(situation);
  if (missing) return missing;
  if (situation.progress.newRecoveryCodes) return 'recovery-codes';
  if (situation.places.length === 0) return 'no-organization';
  if (!placeOf(situation)) return 'organization';
  return isConsentMissing(situation) ? 'consent' : 'done';
}

/** Whether the second factor counts as shown: here, or with the session, if the session will do. */
export function hasShownFactor({ request, progress, session }: Situation): boolean {
  if (progress.factorAt !== undefined) return true;
  return progress.userId === undefined && request.factor === 'no' && session?.hasFactor === true;
}

function isWayMissing(situation: Situation): boolean {
  return connectionOf(situation) === undefined && placeOf(situation)?.byPassword === false;
}

function missingFactor(situation: Situation): Step | undefined {
  if (hasShownFactor(situation)) return undefined;
  const { request, progress, enrolled } = situation;
  const signedInHere = progress.userId !== undefined;
  const required = isFactorRequired(situation);
  const again = required || request.factor !== 'no';
  if (enrolled) return signedInHere || again ? 'code' : undefined;
  // Who has no second factor signs in again, and sets up an app only right after that.
  if (!signedInHere) return again ? 'password' : undefined;
  return required ? 'enrol' : undefined;
}

/** spec 5.3.3: an organization with a window expects a second factor from the sign-in on. */
function isFactorRequired(situation: Situation): boolean {
  return situation.request.factor === 'required' || (placeOf(situation)?.mfaMaxAge ?? 0) > 0;
}

function isConsentMissing({ request, progress }: Situation): boolean {
  if (progress.consented || request.consent === 'no') return false;
  return request.consent === 'required' || progress.userId === undefined;
}
