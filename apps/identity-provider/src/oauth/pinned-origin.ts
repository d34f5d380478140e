import { type Request } from 'express';

const forwarding = /^(?:forwarded|x-forwarded-.*)$/;

/**
 * Rewrites a request as if it was sent to the issuer. The library builds the endpoints in the discovery document from the
 * request's address: a forged `Host`, a forwarding header, or an absolute URL in the request line could put an attacker's
 * endpoints there.
 */
export function originPinner(issuer: string): (req: Request) => void {
  const { host, protocol } = new URL(issuer);
  const scheme = protocol.slice(0, -1);
  return (req) => {
    const { headers, ip } = req;
    for (const name of Object.keys(headers)) if (forwarding.test(name)) headers[name] = undefined;
    // The library trusts the forwarding headers: all others were removed above.
    Object.assign(headers, { host, 'x-forwarded-proto': scheme, 'x-forwarded-for': ip });
    req.url = pathOf(req.url);
    req.originalUrl = req.url;
  };
}

/** The path and query of a request line, which may hold an absolute URL (RFC 9112, 3.2.2). */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
