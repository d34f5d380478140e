import { type Request } from 'express';

const forwarding = /^(?:forwarded|x-forwarded-.*)$/;

/**
 * Makes a request say that it was sent to the issuer, whatever it says itself. The library writes the endpoints of
 * discovery from the address of the request: a forged `Host`, a forwarding header, or a whole URL in the request line
 * would put somebody else's endpoints into it.
 */
export function pinOrigin(req: Request, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  const honest = Object.entries(req.headers).filter(([name]) => !forwarding.test(name));
  // The library trusts these two, because nobody but us can set them.
  const ours = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-for': req.ip };
  req.headers = { ...Object.fromEntries(honest), host, ...ours };
  req.url = pathOf(req.url);
  req.originalUrl = req.url;
}

/** The path and the query of a request line, also of one that holds a whole URL (RFC 9112, 3.2.2). */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
