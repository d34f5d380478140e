import { TokenRefused } from './token-refused';

/** The headers of a request as they came: names and values in turn. Node joins or drops repeated ones elsewhere. */
export interface RawRequest {
  readonly rawHeaders: readonly string[];
}

const headerName = 'authorization';
const credentials = /^bearer(?: +(.+))?$/i;

/** Longer tokens are not looked at; in characters, and every character that passes the checks is one byte. */
export const longestToken = 8 * 1024;

/**
 * The token of the `Authorization` header; undefined when there is none, or credentials of another scheme. A token in the
 * query or the body is not seen. Throws `TokenRefused` when there are two such headers, or the token is too long.
 */
export function bearerTokenOf({ rawHeaders }: RawRequest): string | undefined {
  let value: string | undefined;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    if (!isAuthorization(rawHeaders[place])) continue;
    if (value !== undefined) throw new TokenRefused('two Authorization headers');
    value = rawHeaders[place + 1];
  }
  if (value === undefined) return undefined;
  const token = credentials.exec(value)?.[1];
  if (token !== undefined && token.length > longestToken) throw new TokenRefused('the token is too long');
  return token;
}

function isAuthorization(name: string | undefined): boolean {
  return name?.length === headerName.length && name.toLowerCase() === headerName;
}
