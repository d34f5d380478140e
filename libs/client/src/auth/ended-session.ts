import { type Provider } from './provider';
import { SignInError } from './sign-in-error';
import { signInErrorOf } from './sign-in-error-of';

export interface EndedSession {
  readonly refreshToken: string;
  readonly clientSecret: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

const timeoutMs = 30_000;

/** Keycloak names organizations in the scope, and its metadata say so. */
export function isKeycloak({ config }: Pick<Provider, 'config'>): boolean {
  return config.serverMetadata().scopes_supported?.includes('organization') === true;
}

/**
 * Ends the session of a refresh token at Keycloak, with every application of that browser. A revocation (RFC 7009) would end the
 * user's sessions of this client in all browsers (measured). @throws SignInError
 */
export async function endedAtKeycloak(
  { config }: Provider,
  { refreshToken, clientSecret, fetch }: EndedSession,
): Promise<void> {
  const { end_session_endpoint: endpoint } = config.serverMetadata();
  if (endpoint === undefined)
    throw new SignInError('there is no endpoint for signing out', 'discovery_failed');
  const body = new URLSearchParams({
    client_id: config.clientMetadata().client_id,
    refresh_token: refreshToken,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
  });
  const init = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
  const response = await fetch(endpoint, init).catch((error: unknown) => {
    throw signInErrorOf(error);
  });
  if (!response.ok)
    throw new SignInError('the session could not be ended', 'invalid_response', response.status);
}
