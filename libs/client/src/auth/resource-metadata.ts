import { fetchedObject } from '../http/fetched-object';
import { isProtected } from '../http/protected-url';
import { SignInError } from './sign-in-error';

/** Where the tokens of a surface come from (RFC 9728). */
export interface ResourceMetadata {
  /** The audience of its tokens. */
  readonly resource: string;
  /** The identity provider. */
  readonly issuer: string;
}

export interface MetadataRequest {
  /** The URL of the platform surface. */
  readonly apiUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the surface for its identity provider. @throws SignInError if it names none, or is another resource. */
export async function resourceMetadata({
  apiUrl,
  fetch,
  signal,
}: MetadataRequest): Promise<ResourceMetadata> {
  const base = apiUrl.replace(/\/+$/, '');
  if (!isProtected(base)) throw discoveryError(`${base} is reached without TLS: use https`);
  const url = wellKnown(base);
  const document = await fetchedObject(url, {
    fetch,
    signal,
    refusal: (problem, status) => discoveryError(`${url.href} ${problem}`, status),
  });
  const { resource, authorization_servers: servers } = document;
  // RFC 9728, 3.3: a document about another resource could lead credentials to a foreign provider.
  if (typeof resource !== 'string' || resource.replace(/\/+$/, '') !== base)
    throw discoveryError(`${base} describes itself as ${String(resource)}: use that URL`);
  const issuer: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer !== 'string') throw discoveryError(`${base} names no identity provider`);
  return { resource, issuer };
}

/** RFC 9728, 3.1: before the path of the resource. */
function wellKnown(base: string): URL {
  const url = new URL(base);
  url.pathname = `/.well-known/oauth-protected-resource${url.pathname === '/' ? '' : url.pathname}`;
  return url;
}

export function discoveryError(message: string, status?: number): SignInError {
  return new SignInError(message, 'discovery_failed', status);
}
