import { type IncomingHttpHeaders } from 'node:http';

/** The first cookie of a request with this name, without decoding: the cookies of the product need none. */
export function readCookie(
  { cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>,
  name: string,
): string | undefined {
  for (const pair of cookie.split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/** Sign-ins that a browser can have begun at one time, one cookie for each. */
const mostSignIns = 5;

/**
 * The cookies with this prefix that a browser has to lose before it gets another one. Pages of other sites can begin
 * sign-ins: without a limit their cookies fill the head of each request until the server refuses it (431).
 */
export function surplusSignIns(
  { cookie = '' }: Pick<IncomingHttpHeaders, 'cookie'>,
  prefix: string,
): string[] {
  const names = cookie.split(';').map((pair) => (pair.split('=', 1)[0] ?? '').trim());
  // RFC 6265, 5.4: browsers send the oldest first.
  return names.filter((name) => name.startsWith(prefix) && /^[\w-]+$/.test(name)).slice(0, 1 - mostSignIns);
}
