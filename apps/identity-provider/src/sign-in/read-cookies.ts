import { type Request } from 'express';

/** The cookies of a request by name. Ours need no decoding. */
export function readCookies({ headers }: Request): ReadonlyMap<string, string> {
  const pairs = (headers.cookie ?? '').split(';').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name.trim(), value.join('=').trim()];
  });
  return new Map(pairs);
}
