import { longestToken } from './bearer-token';
import { type JsonObject, parseStrictObject } from './strict-json';
import { TokenRefused } from './token-refused';

/** Accepted signature algorithms (RFC 8725 3.1): asymmetric only. */
export const tokenAlgorithms = ['RS256', 'PS256', 'ES256'] as const;

export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

/** RFC 9068 4; compared case-insensitively. */
export const accessTokenTypes: ReadonlySet<string> = new Set(['at+jwt', 'application/at+jwt']);

/** The header of a token, unverified. */
export interface TokenHeader {
  readonly alg: TokenAlgorithm;
  readonly kid: string;
  /** Accepted or not: that depends on the issuer. */
  readonly typ: unknown;
}

/** A token that no key has verified yet. */
export interface RawToken {
  readonly header: TokenHeader;
  readonly claims: JsonObject;
}

/** Members with which a token supplies or names its own key, or that change the signed content. */
const refusedMembers = ['jku', 'x5u', 'jwk', 'crit', 'zip', 'b64'];
const longestKid = 256;

/**
 * Reads a token and checks everything about it that needs neither a key nor the issuer's profile (RFC 8725). Throws
 * `TokenRefused`.
 */
export function readRawToken(token: string): RawToken {
  if (token.length > longestToken) throw new TokenRefused('the token is too long');
  const parts = token.split('.', 4);
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined) {
    throw new TokenRefused('the token has not three parts');
  }
  const bytes = decodeBase64url(header, 'the header');
  const payloadBytes = decodeBase64url(payload, 'the payload');
  decodeBase64url(signature, 'the signature');
  const checked = checkHeader(parseStrictObject(bytes, 'the header'));
  return { header: checked, claims: parseStrictObject(payloadBytes, 'the payload') };
}

/** `types` are the accepted values, in lower case. Throws `TokenRefused`. */
export function checkTokenType(
  { typ }: Pick<TokenHeader, 'typ'>,
  types: ReadonlySet<string> = accessTokenTypes,
): void {
  if (typeof typ === 'string' && types.has(typ.toLowerCase())) return;
  throw TokenRefused.of('typ is not accepted', { member: 'typ', expected: [...types].join(', '), got: typ });
}

function checkHeader(header: JsonObject): TokenHeader {
  const refused = refusedMembers.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined) throw new TokenRefused(`the header has ${refused}`);
  const { alg, kid, typ } = header;
  const algorithm = tokenAlgorithms.find((candidate) => candidate === alg);
  if (algorithm === undefined) {
    throw TokenRefused.of('alg is not accepted', {
      member: 'alg',
      expected: tokenAlgorithms.join(', '),
      got: alg,
    });
  }
  if (typeof kid !== 'string' || kid === '' || kid.length > longestKid) {
    throw TokenRefused.of('kid is not accepted', {
      member: 'kid',
      expected: `a text of at most ${longestKid} characters`,
      got: kid,
    });
  }
  return { alg: algorithm, kid, typ };
}

/** Accepts only the canonical encoding: no padding, no other alphabet, no stray bits at the end. */
function decodeBase64url(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (text === '' || bytes.toString('base64url') !== text) {
    throw new TokenRefused(`${what} is not canonical base64url`);
  }
  return bytes;
}
