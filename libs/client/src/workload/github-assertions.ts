import { SignInError } from '../auth/sign-in-error';
import { fetchedObject } from '../http/fetched-object';
import { isProtected } from '../http/protected-url';
import { type AssertionSource, noAssertion, type Variables } from './assertion-source';

const service = 'the token service of GitHub';

/** The tokens of a job of GitHub Actions, which needs `permissions: id-token: write`. Each call asks for another one. */
export function githubAssertions(
  variables: Variables,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): AssertionSource {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = variables;
  return async (audience) => {
    if (!address || !token)
      throw noAssertion('the job cannot ask GitHub for a token: give it `permissions: id-token: write`');
    const url = new URL(address);
    if (!isProtected(url)) throw noAssertion(`${service} is reached without TLS`);
    url.searchParams.set('audience', audience);
    const { value } = await fetchedObject(url, {
      fetch,
      headers: { authorization: `Bearer ${token}` },
      refusal: (problem, status) =>
        status === undefined
          ? new SignInError(`${service} ${problem}`, 'no_response')
          : noAssertion(`${service} ${problem}`, status),
    });
    if (typeof value === 'string') return value;
    throw noAssertion(`${service} has given no token`);
  };
}
