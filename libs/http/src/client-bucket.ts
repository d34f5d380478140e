import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { type Request } from 'express';
import { isIP, isIPv4 } from 'node:net';

/** Whoever has a network of this length has all of it: within it addresses are free. */
const ipv6PrefixLength = 64;
const wholeIpv6Length = 128;
/** How a socket that listens for both shows an IPv4 address. */
const mapped = '::ffff:';

/**
 * The client that limits count: an IPv4 address as it is, mapped into IPv6 too, an IPv6 address as its /64. Whatever is no
 * address, such as what a trusted proxy passes on unchecked, counts as one client.
 */
export function clientBucket(address: string | undefined): string {
  const [bare = ''] = (address ?? '').split('%', 1);
  // What nearly every address is, without the patterns that IPv6 takes.
  const plain = bare.startsWith(mapped) ? bare.slice(mapped.length) : bare;
  if (isIPv4(plain)) return plain;
  return isIP(bare) === 0 ? 'unknown' : normalizeIp(bare, ipv6PrefixLength);
}

/** The address of a client in its one spelling: IPv4 also where it is mapped into IPv6. Undefined when it is no address. */
export function clientAddress(address: string | undefined): string | undefined {
  const [bare = ''] = (address ?? '').split('%', 1);
  if (isIP(bare) === 0) return undefined;
  const [spelled] = normalizeIp(bare, wholeIpv6Length).split('/', 1);
  return spelled;
}

/** The bucket of a request's client; `X-Forwarded-For` counts from the proxies in TRUST_PROXY only. */
export const ClientBucket = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientBucket(context.switchToHttp().getRequest<Request>().ip),
);
