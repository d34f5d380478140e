import * as openid from 'openid-client';
import { isProtected } from '../http/protected-url';
import { discoveryError, type ResourceMetadata, resourceMetadata } from './resource-metadata';
import { signInErrorOf } from './sign-in-error-of';

export interface ProviderOptions {
  /** The URL of the platform surface, which names its identity provider. */
  readonly apiUrl: string;
  readonly clientId: string;
  /** None if absent: a public client. */
  readonly authentication?: openid.ClientAuth;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The identity provider of a surface, for one client. */
export interface Provider {
  readonly config: openid.Configuration;
  /** The audience of the tokens: sent as `resource` (RFC 8707). */
  readonly resource: string;
}

/** Finds the identity provider by RFC 9728, and its endpoints by RFC 8414 or, failing that, OpenID Connect Discovery. */
export async function findProvider({
  apiUrl,
  clientId,
  authentication,
  fetch = globalThis.fetch.bind(globalThis),
  signal,
}: ProviderOptions): Promise<Provider> {
  const metadata = await resourceMetadata({ apiUrl, fetch, signal });
  return discoverProvider(metadata, { clientId, ...(authentication && { authentication }), fetch, signal });
}

export type DiscoveryOptions = Omit<ProviderOptions, 'apiUrl'>;

/** The same for a known identity provider. */
export async function discoverProvider(
  { resource, issuer }: ResourceMetadata,
  {
    clientId,
    authentication = openid.None(),
    fetch = globalThis.fetch.bind(globalThis),
    signal,
  }: DiscoveryOptions,
): Promise<Provider> {
  const server = new URL(issuer);
  const options: openid.DiscoveryRequestOptions = {
    [openid.customFetch]: protectedFetch(fetch),
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning; `protectedFetch` decides
    execute: server.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
  };
  const discover = (algorithm: 'oauth2' | 'oidc'): Promise<openid.Configuration> =>
    openid.discovery(server, clientId, undefined, authentication, { ...options, algorithm });
  try {
    const config = await discover('oauth2').catch(() => discover('oidc'));
    return { config, resource };
  } catch (error) {
    signal?.throwIfAborted();
    const { message, status } = signInErrorOf(error);
    throw discoveryError(`the identity provider ${issuer} cannot be found: ${message}`, status);
  }
}

/** Plain HTTP never leaves this machine: tokens, codes and secrets are in these requests. */
export function protectedFetch(fetch: typeof globalThis.fetch): openid.CustomFetch {
  // The parameters of both are those of `fetch`, in other words.
  return (url, init) => {
    if (isProtected(url)) return fetch(url, init as RequestInit);
    throw discoveryError(`${new URL(url).origin} is reached without TLS: use https`);
  };
}
