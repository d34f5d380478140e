import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { type PeopleStores } from '../stores/people-stores';
import { isEnrolled } from '../second-factor/second-factors.store';
import { hasFactorIn, secondFactorAcr, secondFactorMethod } from './people-scopes';

/** The error code for an application that sends `prompt=none`. */
const error = 'login_required';

/** Decides when an authorization request leads to our pages. `nextStep` then decides which pages. */
export function peoplePolicy({
  secondFactors,
}: Pick<PeopleStores, 'secondFactors'>): interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('second_factor', 'a second factor is asked for', error, ({ oidc }) =>
      // A result of our pages satisfies the request.
      oidc.result?.login === undefined ? isFactorMissing(oidc) : false,
    ),
  );
  // For a device code the library drops `prompt`, and with it the `max_age=0` that it converts to a prompt.
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('device_login', 'a new sign-in is asked for', error, ({ oidc }) => {
      const { prompt } = oidc.entities.DeviceCode?.params ?? {};
      return prompt === 'login' && oidc.result?.login === undefined;
    }),
  );
  // Its refresh tokens outlive the session, and another person can have sent the code (RFC 8628, 5.4).
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('device_factor', 'a second factor is asked for', error, async ({ oidc }) => {
      const { scope } = oidc.entities.DeviceCode?.params ?? {};
      const isOffline = typeof scope === 'string' && scope.split(' ').includes('offline_access');
      const { accountId, amr } = oidc.session ?? {};
      if (!isOffline || accountId === undefined || oidc.result?.login !== undefined) return false;
      return hasFactorIn(amr) || isEnrolled(await secondFactors.of(accountId));
    }),
  );
  return policy;
}

/** RFC 9470: `acr_values` requests the second factor; with `max_age` a recent one suffices. */
function isFactorMissing({ params, session }: KoaContextWithOIDC['oidc']): boolean {
  const { acr_values: acr, max_age: maxAge } = params ?? {};
  if (typeof acr !== 'string' || !acr.split(' ').includes(secondFactorAcr)) return false;
  // The library compares whole seconds. In the last one the platform, which compares milliseconds, already refuses the factor.
  const isRecent = maxAge !== undefined && session?.past(Number(maxAge) - 1) === false;
  const hasFactor = session?.amr?.includes(secondFactorMethod) === true;
  return !isRecent || !hasFactor;
}
