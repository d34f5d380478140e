import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { secondFactorAcr, secondFactorMethod } from './people-scopes';

/** What an application is told that has forbidden to ask the person. */
const error = 'login_required';

/** When a request for authorization leads to our pages. What it then takes is decided there (`nextStep`). */
export function peoplePolicy(): interactionPolicy.Prompt[] {
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('second_factor', 'a second factor is asked for', error, ({ oidc }) =>
      // What our pages answer has met the request.
      oidc.result?.login === undefined ? isFactorMissing(oidc) : false,
    ),
  );
  // The library drops `prompt` from what it remembers of a device, and with it the `max_age=0` that it has made one of.
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('device_login', 'a new sign-in is asked for', error, ({ oidc }) => {
      const { prompt } = oidc.entities.DeviceCode?.params ?? {};
      return prompt === 'login' && oidc.result?.login === undefined;
    }),
  );
  return policy;
}

/** RFC 9470: one asks for the second factor by `acr_values`; with `max_age` a recent one will do. */
function isFactorMissing({ params, session }: KoaContextWithOIDC['oidc']): boolean {
  const { acr_values: acr, max_age: maxAge } = params ?? {};
  if (typeof acr !== 'string' || !acr.split(' ').includes(secondFactorAcr)) return false;
  const isRecent = maxAge !== undefined && session?.past(Number(maxAge)) === false;
  const hasFactor = session?.amr?.includes(secondFactorMethod) === true;
  return !isRecent || !hasFactor;
}
