import { apiScopes } from '../oauth/api-resource';
import { grantLifetimeSeconds } from '../oauth/lifetimes';
import {
  connectionMethod,
  passwordMethod,
  peopleScopes,
  secondFactorAcr,
  secondFactorMethod,
} from '../oauth/people-scopes';
import { type PeopleStores } from '../people/people-stores';
import { connectionOf, hasShownFactor, personOf, placeOf } from './next-step';
import { type Situation } from './situation';
import { type Visit } from './visit';

export interface ConcludeOptions {
  readonly apiUrl: string;
  readonly people: Pick<PeopleStores, 'signIns'>;
}

/**
 * Ends a sign-in for which nothing is missing: makes the grant, and tells the library who it is and what was shown. Answers
 * where the browser has to go now: to the library, which leads on to the application.
 */
export async function conclude(
  visit: Visit,
  situation: Situation,
  { apiUrl, people }: ConcludeOptions,
): Promise<string> {
  const { interaction, provider, client } = visit;
  const [userId, place] = [personOf(situation), placeOf(situation)];
  if (userId === undefined || !place) throw new Error('a sign-in that is not complete');
  if (interaction.result?.consent) return interaction.returnTo;
  const scopes = requestedScopes(interaction.params.scope, client.scope);
  const grant = new provider.Grant({ accountId: userId, clientId: client.clientId });
  grant.addOIDCScope(scopes.join(' '));
  grant.addResourceScope(apiUrl, scopes.filter((scope) => isApiScope(scope)).join(' '));
  const grantId = await grant.save();
  await people.signIns.add({
    grantId,
    userId,
    orgId: place.orgId,
    connectionId: connectionOf(situation),
    lifetimeSeconds: grantLifetimeSeconds,
  });
  await leaveOtherSession(visit, userId);
  const login = loginOf(situation, userId);
  interaction.result = { ...(login && { login }), consent: { grantId } };
  await interaction.persist();
  return interaction.returnTo;
}

/** What was shown here. Undefined when nothing was: then the session stays what it is. */
function loginOf(
  situation: Situation,
  accountId: string,
): { accountId: string; ts: number; amr: string[]; acr?: string } | undefined {
  const { shownAt, factorAt } = situation.progress;
  const ts = factorAt ?? shownAt;
  if (ts === undefined) return undefined;
  // Who has only shown the second factor again has come as before.
  const way = connectionOf(situation);
  const amr = [way === undefined ? passwordMethod : connectionMethod(way)];
  return hasShownFactor(situation)
    ? { accountId, ts, amr: [...amr, secondFactorMethod], acr: secondFactorAcr }
    : { accountId, ts, amr };
}

/** Somebody else's session ends in this browser. The library would end it, too, with a page that needs a script. */
async function leaveOtherSession({ interaction, provider }: Visit, userId: string): Promise<void> {
  const { session } = interaction;
  if (!session || session.accountId === userId) return;
  const other = await provider.Session.findByUid(session.uid);
  await other?.destroy();
  interaction.session = undefined;
}

function requestedScopes(requested: unknown, allowed: string | undefined): string[] {
  const known: readonly string[] = peopleScopes;
  const own = new Set(allowed?.split(' '));
  const scopes = typeof requested === 'string' ? requested.split(' ') : [];
  return scopes.filter((scope) => known.includes(scope) && own.has(scope));
}

function isApiScope(scope: string): boolean {
  return (apiScopes as readonly string[]).includes(scope);
}
