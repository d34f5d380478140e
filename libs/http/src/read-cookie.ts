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
