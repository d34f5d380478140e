import { apiScopes } from '@governance/iam';
import { Logger } from '@nestjs/common';
import { grantLifetimeSeconds } from '../oauth/lifetimes';
import {
  connectionMethod,
  passwordMethod,
  peopleScopes,
  renewedMethod,
  secondFactorAcr,
  secondFactorMethod,
  undatedFactorMethod,
} from '../oauth/people-scopes';
import { type PeopleStores } from '../stores/people-stores';
import { connectionOf, hasShownFactor, personOf, placeOf } from './next-step';
import { type Situation } from './situation';
import { type Visit } from './visit';

const log = new Logger('SignIn');

export interface ConcludeOptions {
  readonly apiUrl: string;
  readonly people: Pick<PeopleStores, 'signIns'>;
}

/**
 * Completes a sign-in: creates the grant and reports the user and the authentication methods to the library. Returns the
 * URL for the browser: the library's, which redirects to the application.
 */
export async function conclude(
  visit: Visit,
  situation: Situation,
  { apiUrl, people }: ConcludeOptions,
): Promise<string> {
  const { interaction, provider, client } = visit;
  const [userId, place] = [personOf(situation), placeOf(situation)];
  if (userId === undefined || !place) throw new Error('the sign-in is incomplete');
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
  if (login)
    log.log({ msg: 'signed in', userId, orgId: place.orgId, clientId: client.clientId, amr: login.amr });
  interaction.result = { ...(login && { login }), consent: { grantId } };
  await interaction.persist();
  return interaction.returnTo;
}

/** The authentication of this sign-in. Undefined when there was none: the session then stays unchanged. */
export function loginOf(
  situation: Situation,
  accountId: string,
): { accountId: string; ts: number; amr: string[]; acr?: string } | undefined {
  const { shownAt, factorAt, factorMethods = [], isFactorUndated } = situation.progress;
  const ts = factorAt ?? shownAt;
  if (ts === undefined) return undefined;
  // A user who repeats only the second factor keeps the sign-in method of the session.
  const way = connectionOf(situation);
  const first = way === undefined ? [passwordMethod] : [connectionMethod(way), ...renewed(situation)];
  if (!hasShownFactor(situation)) return { accountId, ts, amr: first };
  // Tokens have the time of the sign-in as that of the second factor, so `mfa` needs a known time.
  return isFactorUndated && factorAt === undefined
    ? { accountId, ts, amr: [...first, undatedFactorMethod] }
    : { accountId, ts, amr: [...first, ...factorMethods, secondFactorMethod], acr: secondFactorAcr };
}

function renewed({ progress: { isRenewed } }: Situation): string[] {
  return isRenewed ? [renewedMethod] : [];
}

/** Ends another user's session in this browser. The library would do the same, but with a page that needs a script. */
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
