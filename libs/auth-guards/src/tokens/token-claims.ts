import { type JsonObject } from './strict-json';
import { TokenRefused } from './token-refused';

/** When a token holds: seconds since 1970. */
export interface TokenTimes {
  readonly exp: number;
  readonly iat: number;
  readonly nbf: number | undefined;
}

export interface ExpectedClaims {
  readonly issuer: string;
  readonly audience: string;
  readonly now: Date;
}

const clockSkewMs = 60_000;

/** Checks the claims that every token has (RFC 9068 4). Throws `TokenRefused`. */
export function checkTokenClaims(claims: JsonObject, { issuer, audience, now }: ExpectedClaims): TokenTimes {
  if (claims.iss !== issuer) throw new TokenRefused('iss is another issuer');
  if (!audiences(claims.aud).includes(audience)) throw new TokenRefused('aud is another audience');
  const { sub, jti } = claims;
  if (typeof sub !== 'string' || sub === '') throw new TokenRefused('sub is missing or not a string');
  if (jti !== undefined && typeof jti !== 'string') throw new TokenRefused('jti is not a string');
  // A token that is bound to a key proves nothing without that key (RFC 9449 7.2).
  if (claims.cnf !== undefined) throw new TokenRefused('the token is bound to a key');
  const times = {
    exp: timeOf(claims, 'exp'),
    iat: timeOf(claims, 'iat'),
    nbf: optionalTimeOf(claims, 'nbf'),
  };
  checkTokenTimes(times, now);
  return times;
}

/** Throws `TokenRefused` when a token does not hold now: `exp` without leeway, the others with that of clocks. */
export function checkTokenTimes({ exp, iat, nbf = iat }: TokenTimes, now: Date): void {
  const nowMs = now.getTime();
  if (nowMs >= exp * 1_000) throw new TokenRefused('the token has expired', 'expired');
  const latestMs = nowMs + clockSkewMs;
  if (iat * 1_000 > latestMs) throw new TokenRefused('iat is in the future');
  if (nbf * 1_000 > latestMs) throw new TokenRefused('nbf is in the future');
}

function audiences(aud: unknown): readonly unknown[] {
  if (typeof aud === 'string') return [aud];
  if (Array.isArray(aud) && aud.every((item) => typeof item === 'string')) return aud;
  throw new TokenRefused('aud is neither a string nor an array of strings');
}

function timeOf(claims: JsonObject, name: string): number {
  const value = optionalTimeOf(claims, name);
  if (value === undefined) throw new TokenRefused(`${name} is missing`);
  return value;
}

function optionalTimeOf(claims: JsonObject, name: string): number | undefined {
  const value = claims[name];
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new TokenRefused(`${name} is not a number`);
}
