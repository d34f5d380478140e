import { TokenRefused } from './token-refused';

/** The raw headers of a request: names and values in turn. Elsewhere Node joins or drops repeated headers. */
export interface RawRequest {
  readonly rawHeaders: readonly string[];
}

const headerName = 'authorization';
const credentials = /^bearer(?: +(.+))?$/i;

/** Longer tokens are refused. In characters, of which each accepted one is one byte. */
export const longestToken = 8 * 1024;

/**
 * The token in the `Authorization` header; undefined without a header or for another scheme. Tokens in the query or body
 * are ignored. Throws `TokenRefused` for two such headers or a token that is too long.
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
