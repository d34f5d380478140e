import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { type Request } from 'express';
import { isIP, isIPv4 } from 'node:net';

/** A client usually controls a whole network of this length and can use any address in it. */
const ipv6PrefixLength = 64;
const wholeIpv6Length = 128;
/** The prefix of an IPv4 address on a dual-stack socket. */
const mapped = '::ffff:';

/**
 * The client for rate limits: an IPv4 address, also if mapped into IPv6, or the /64 of an IPv6 address. All texts that are
 * not an address, such as unchecked input passed on by a trusted proxy, count as one client.
 */
export function clientBucket(address: string | undefined): string {
  const [bare = ''] = (address ?? '').split('%', 1);
  // The most frequent case, without the patterns for IPv6.
  const plain = bare.startsWith(mapped) ? bare.slice(mapped.length) : bare;
  if (isIPv4(plain)) return plain;
  return isIP(bare) === 0 ? 'unknown' : normalizeIp(bare, ipv6PrefixLength);
}

/** The canonical address of a client; a mapped IPv4 address becomes IPv4. Undefined when the text is not an address. */
export function clientAddress(address: string | undefined): string | undefined {
  const [bare = ''] = (address ?? '').split('%', 1);
  if (isIP(bare) === 0) return undefined;
  const [spelled] = normalizeIp(bare, wholeIpv6Length).split('/', 1);
  return spelled;
}

/** The bucket of a request's client; `X-Forwarded-For` is used only from the proxies in TRUST_PROXY. */
export const ClientBucket = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientBucket(context.switchToHttp().getRequest<Request>().ip),
);
