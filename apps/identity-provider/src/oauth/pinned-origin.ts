import { type Request } from 'express';

const forwarding = /^(?:forwarded|x-forwarded-.*)$/;

/**
 * What makes a request say that it was sent to the issuer, whatever it says itself. The library writes the endpoints of
 * discovery from the address of the request: a forged `Host`, a forwarding header, or a whole URL in the request line
 * would put somebody else's endpoints into it.
 */
export function originPinner(issuer: string): (req: Request) => void {
  const { host, protocol } = new URL(issuer);
  const scheme = protocol.slice(0, -1);
  return (req) => {
    const { headers, ip } = req;
    for (const name of Object.keys(headers)) if (forwarding.test(name)) headers[name] = undefined;
    // The library trusts these two, because nobody but us can set them.
    Object.assign(headers, { host, 'x-forwarded-proto': scheme, 'x-forwarded-for': ip });
    req.url = pathOf(req.url);
    req.originalUrl = req.url;
  };
}

/** The path and the query of a request line, also of one that holds a whole URL (RFC 9112, 3.2.2). */
function pathOf(url: string): string {
  if (url.startsWith('/')) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
