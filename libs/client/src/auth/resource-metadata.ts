import { networkReason } from '../http/network-reason';
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

const timeoutMs = 30_000;

/** Asks the surface for its identity provider. @throws SignInError if it names none, or is another resource. */
export async function resourceMetadata({
  apiUrl,
  fetch,
  signal,
}: MetadataRequest): Promise<ResourceMetadata> {
  const base = apiUrl.replace(/\/+$/, '');
  if (!isProtected(base)) throw discoveryError(`${base} is reached without TLS: use https`);
  const document = await metadataOf(wellKnown(base), fetch, signal);
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

async function metadataOf(
  url: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const limit = AbortSignal.timeout(timeoutMs);
  let response;
  let body: unknown;
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    body = await response.json();
  } catch (error) {
    signal?.throwIfAborted();
    throw discoveryError(`${url.href} cannot be read: ${networkReason(error)}`);
  }
  if (!response.ok || typeof body !== 'object' || body === null)
    throw discoveryError(`${url.href} answered ${response.status}`, response.status);
  return { ...body };
}

export function discoveryError(message: string, status?: number): SignInError {
  return new SignInError(message, 'discovery_failed', status);
}
