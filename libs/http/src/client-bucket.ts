import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import { type Request, type RequestHandler } from 'express';
import { isIP, isIPv4 } from 'node:net';

/** A client usually controls a whole network of this length and can use any address in it. */
const ipv6PrefixLength = 64;
const wholeIpv6Length = 128;
const unknown = 'unknown';
/** The prefix of an IPv4 address on a dual-stack socket. */
const mapped = '::ffff:';

/**
 * The client for rate limits: an IPv4 address, also if mapped into IPv6, or the /64 of an IPv6 address. All texts that are
 * not an address, such as unchecked input passed on by a trusted proxy, count as one client.
 */
export function clientBucket(text: string | undefined): string {
  const address = clientAddress(text) ?? unknown;
  return address.includes(':') ? normalizeIp(address, ipv6PrefixLength) : address;
}

/**
 * The canonical address of a client. Proxies also write a port, brackets around IPv6, or a zone: they are dropped. A mapped IPv4
 * address becomes IPv4. Undefined when the text is not an address.
 */
export function clientAddress(text = ''): string | undefined {
  const address = text.trim();
  // The most frequent case, without the patterns for IPv6.
  const plain = address.startsWith(mapped) ? address.slice(mapped.length) : address;
  if (isIPv4(plain)) return plain;
  return canonical(address) ?? canonical(address.replace(/:\d{1,5}$/, ''));
}

function canonical(text: string): string | undefined {
  const [bare = ''] = text.replace(/^\[(.*)\]$/, '$1').split('%', 1);
  return isIP(bare) === 0 ? undefined : normalizeIp(bare, wholeIpv6Length).split('/', 1)[0];
}

/**
 * Gives each address in `X-Forwarded-For` its canonical form before Express compares it with TRUST_PROXY, so that limits, allowed
 * networks and pages agree. What is not an address stays in its place: without it, a client's own entry could move there.
 */
export const readForwardedAddresses: RequestHandler = ({ headers }, _res, next) => {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string') {
    headers['x-forwarded-for'] = forwarded
      .split(',')
      .map((address) => clientAddress(address) ?? unknown)
      .join(', ');
  }
  next();
};

/** The bucket of a request's client; `X-Forwarded-For` is used only from the proxies in TRUST_PROXY. */
export const ClientBucket = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientBucket(context.switchToHttp().getRequest<Request>().ip),
);
