import { InvitationClosed } from '../invitations/invitation-problems';
import { invitationOf } from './invitation-visits';
import { accountClientId, applicationFactsOf } from '../oauth/people-clients';
import { connectionIn, hasFactorIn, secondFactorAcr } from '../oauth/people-scopes';
import { freshSeconds } from '../oauth/lifetimes';
import { type PeopleStores } from '../stores/people-stores';
import { type AccountWay, type Place } from '../organizations/places.store';
import { isEnrolled, noFactors } from '../second-factor/second-factors.store';
import { connectionOf, personOf } from './next-step';
import { type Progress } from './progress';
import { type InvitedSituation, type Request, type Session, type Situation } from './situation';
import { type Visit, VisitOver } from './visit';

/** The state of the user and the requirements of the application. @throws InvitationClosed when the invitation is not open. */
export async function situationOf(visit: Visit, people: PeopleStores): Promise<Situation> {
  const { secondFactors, signIns } = people;
  const { interaction, progress } = visit;
  const request = requestOf(visit);
  const session = await ownSession(visit, people);
  const userId = personOf({ request, progress, session });
  const way =
    userId === undefined ? undefined : { userId, connectionId: connectionOf({ progress, session }) };
  if (way && !(await isOwnWay(way, people)))
    throw new VisitOver('the sign-in method is not that of the account');
  const [factors, places, before, invited] = await Promise.all([
    userId === undefined ? noFactors : secondFactors.of(userId),
    way ? people.places.of(way) : [],
    // A step-up keeps the organization in which it was required.
    interaction.grantId === undefined ? undefined : signIns.find(interaction.grantId),
    invitedTo(visit, people),
  ]);
  const orgId = request.orgId ?? impliedPlace(visit, { before, places });
  const enrolled = isEnrolled(factors);
  return {
    request: { ...request, orgId },
    progress,
    isJustProven: isJustProven(progress),
    session,
    enrolled,
    factors,
    places,
    invited,
  };
}

function isJustProven({ shownAt = 0, connectionId, isRenewed }: Progress): boolean {
  const isNew = connectionId === undefined || isRenewed === true;
  return isNew && shownAt > Date.now() / 1000 - freshSeconds;
}

/**
 * The organization of an earlier sign-in that this one repeats. The account pages belong to none: for them the strictest rules of
 * the user's organizations apply, and members of several need not choose.
 */
function impliedPlace(
  { client, progress }: Visit,
  { before, places }: { readonly before: Place | undefined; readonly places: readonly Place[] },
): string | undefined {
  if (client.clientId !== accountClientId) return progress.userId === undefined ? before?.orgId : undefined;
  const [strictest] = places.toSorted((one, other) => strictness(other) - strictness(one));
  return strictest?.orgId;
}

function strictness({ byPassword, mfaMaxAge }: Place): number {
  return (byPassword ? 2 : 0) + (mfaMaxAge > 0 ? 1 : 0);
}

/** An account accepts only its own sign-in method (ADR 18). */
async function isOwnWay({ userId, connectionId }: AccountWay, { users }: PeopleStores): Promise<boolean> {
  const user = await users.find(userId);
  return user !== undefined && user.connectionId === connectionId;
}

/** The session of the browser; undefined when it used a sign-in method other than that of its account. */
async function ownSession(visit: Visit, people: PeopleStores): Promise<Session | undefined> {
  const session = sessionOf(visit);
  return session && (await isOwnWay(session, people)) ? session : undefined;
}

async function invitedTo(
  visit: Visit,
  { acceptances, ways, users, passwords }: PeopleStores,
): Promise<InvitedSituation | undefined> {
  const id = invitationOf(visit);
  if (id === undefined) return undefined;
  const invitation = await acceptances.find(id);
  if (!invitation) throw new VisitOver('the invitation no longer exists');
  const isDone = visit.progress.invited?.accepted === true;
  if (invitation.state !== 'open' && !isDone) throw new InvitationClosed(invitation.state);
  const [open, user] = await Promise.all([ways.of(invitation.orgId), users.findByEmail(invitation.email)]);
  const pinned = invitation.connectionId;
  const usable = pinned === undefined ? open : open.filter((way) => way.id === pinned);
  if (usable.length === 0 && !isDone) throw new InvitationClosed('no-way');
  return {
    invitation,
    ways: usable,
    account: user && { userId: user.id, hasPassword: await passwords.isSet(user.id) },
  };
}

function sessionOf({ interaction: { session } }: Visit): Session | undefined {
  return (
    session && {
      userId: session.accountId,
      hasFactor: hasFactorIn(session.amr),
      connectionId: connectionIn(session.amr),
    }
  );
}

const signInReasons = [
  'no_session',
  'login_prompt',
  'device_login',
  'id_token_hint',
  'claims_id_token_sub_value',
];

function requestOf({ interaction, client }: Visit): Request {
  const { prompt, params, deviceCode } = interaction;
  const { acr_values: acr, organization } = params;
  const asksForAcr = typeof acr === 'string' && acr.split(' ').includes(secondFactorAcr);
  const again = prompt.reasons.some((reason) =>
    ['second_factor', 'device_factor', 'max_age'].includes(reason),
  );
  const isNative = client.applicationType === 'native';
  return {
    again: again || prompt.reasons.some((reason) => ['login_prompt', 'device_login'].includes(reason)),
    signIn: prompt.reasons.some((reason) => signInReasons.includes(reason)),
    factor: asksForAcr && prompt.name === 'login' ? 'required' : again ? 'if-enrolled' : 'no',
    orgId: typeof organization === 'string' ? organization : undefined,
    consent: consentFor({
      firstParty: applicationFactsOf(client)?.firstParty === true,
      // A user who has compared a device code has already confirmed.
      isUnconfirmedProgram: isNative && deviceCode === undefined,
    }),
  };
}

function consentFor(asks: { firstParty: boolean; isUnconfirmedProgram: boolean }): Request['consent'] {
  if (!asks.firstParty) return 'required';
  // RFC 8252, 8.6: any program on the machine can claim to be the command line.
  return asks.isUnconfirmedProgram ? 'unless-signed-in' : 'no';
}
