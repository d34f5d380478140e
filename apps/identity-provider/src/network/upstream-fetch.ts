import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestByTls, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { type CustomFetch } from 'openid-client';

/** A user waits for the response. */
const timeoutMs = 5_000;
/** Key sets and tokens are much smaller. */
const mostBytes = 256 * 1024;

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Network access to the providers of organizations. */
export interface UpstreamNetwork {
  /** Returns all addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>;
  readonly isAllowed: (address: string) => boolean;
}

export const resolveAll: UpstreamNetwork['resolve'] = (host) => lookup(host, { all: true });

/**
 * Sends requests to an OpenID provider: only to the origins of the given URLs, its issuer and the endpoints that the issuer
 * names, with a time limit and a size limit. The host name is resolved once per request, and the connection goes to the
 * address that was checked.
 */
export function upstreamFetch(urls: string | readonly string[], network: UpstreamNetwork): CustomFetch {
  const origins = new Set([urls].flat().map((url) => new URL(url).origin));
  return async (url, { method, headers, body }) => {
    const target = new URL(url);
    if (!origins.has(target.origin)) throw new UpstreamStrays('origin');
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = body === null || body === undefined ? undefined : await new Response(body).bytes();
    try {
      const pinned = await orAborted(pinnedAddress(target.hostname, network), signal);
      const answer = await send(
        target,
        { method, headers: { ...headers }, signal, ...pinnedTo(pinned) },
        sent,
      );
      return await responseOf(answer);
    } catch (cause) {
      throw cause instanceof UpstreamStrays ? cause : new UpstreamUnreachable(undefined, { cause });
    }
  };
}

/** The provider points to another origin or to an address that is not public, redirects, or its response is too large. */
export class UpstreamStrays extends Error {
  override readonly name = 'UpstreamStrays';

  constructor(readonly reason: 'origin' | 'not_public' | 'redirect' | 'too_large') {
    super();
  }
}

export class UpstreamUnreachable extends Error {
  override readonly name = 'UpstreamUnreachable';
}

/** All addresses must be allowed: a name that also resolves into a private network is refused. */
async function pinnedAddress(
  hostname: string,
  { resolve, isAllowed }: UpstreamNetwork,
): Promise<HostAddress> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const [first] = addresses;
  if (!first || !addresses.every(({ address }) => isAllowed(address))) throw new UpstreamStrays('not_public');
  return first;
}

/** No connection is reused: each goes to the address that was checked for it. */
function pinnedTo(pinned: HostAddress): Pick<RequestOptions, 'agent' | 'lookup'> {
  return {
    agent: false,
    lookup: (_host, { all }, found) => {
      if (all) found(null, [pinned]);
      else found(null, pinned.address, pinned.family);
    },
  };
}

function send(target: URL, options: RequestOptions, body: Uint8Array | undefined): Promise<IncomingMessage> {
  const request = target.protocol === 'https:' ? requestByTls : requestPlain;
  return new Promise((resolve, reject) => {
    request(target, options, resolve).on('error', reject).end(body);
  });
}

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const { statusCode: status = 502, headers } = answer;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new UpstreamStrays('redirect');
  }
  const bytes = await readAtMost(answer, mostBytes);
  const type = headers['content-type'];
  return new Response(bytes.length === 0 ? null : bytes, {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}

async function readAtMost(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > most) throw new UpstreamStrays('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Name resolution cannot be cancelled, so its result is abandoned. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => {
    reject(new UpstreamUnreachable('TimeoutError'));
  });
  return Promise.race([work, promise]);
}
