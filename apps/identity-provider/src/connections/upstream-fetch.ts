import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestByTls, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { type CustomFetch } from 'openid-client';

/** A person waits for it. */
const timeoutMs = 5_000;
/** Key sets and tokens are much smaller. */
const mostBytes = 256 * 1024;

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The network as a provider of an organization may be reached in it. */
export interface UpstreamNetwork {
  /** All addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>;
  readonly isAllowed: (address: string) => boolean;
}

export const resolveAll: UpstreamNetwork['resolve'] = (host) => lookup(host, { all: true });

/**
 * Asks an OpenID provider: at the origin of its issuer and nowhere else, whatever its answers name, for a limited time, and
 * taking a limited answer. Its name is resolved once for a request, and the connection goes to the address that was judged.
 */
export function upstreamFetch(issuer: string, network: UpstreamNetwork): CustomFetch {
  const { origin } = new URL(issuer);
  return async (url, { method, headers, body }) => {
    const target = new URL(url);
    if (target.origin !== origin) throw new UpstreamStrays();
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

/** The provider would have us ask elsewhere, in a network that is not the internet, or listen for too long. */
export class UpstreamStrays extends Error {
  override readonly name = 'UpstreamStrays';
}

export class UpstreamUnreachable extends Error {
  override readonly name = 'UpstreamUnreachable';
}

/** All addresses have to be allowed: a name that also leads into a private network is not one of the internet. */
async function pinnedAddress(
  hostname: string,
  { resolve, isAllowed }: UpstreamNetwork,
): Promise<HostAddress> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  const [first] = addresses;
  if (!first || !addresses.every(({ address }) => isAllowed(address))) throw new UpstreamStrays();
  return first;
}

/** No connection from before: each is to the address that was judged for it. */
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
    throw new UpstreamStrays();
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
    if (length > most) throw new UpstreamStrays();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolving a name cannot be taken back: its answer is no longer waited for. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => {
    reject(new UpstreamUnreachable('TimeoutError'));
  });
  return Promise.race([work, promise]);
}
