import { type JsonObject } from './strict-json';
import { TokenRefused } from './token-refused';

/** The validity of a token, in seconds since 1970. */
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
  const { iss, aud } = claims;
  if (iss !== issuer) {
    throw TokenRefused.of('iss is another issuer', { member: 'iss', expected: issuer, got: iss });
  }
  if (!audiences(aud).includes(audience)) {
    throw TokenRefused.of('aud is another audience', { member: 'aud', expected: audience, got: aud });
  }
  const { sub, jti } = claims;
  if (typeof sub !== 'string' || sub === '') throw new TokenRefused('sub is missing or not a string');
  if (jti !== undefined && typeof jti !== 'string') throw new TokenRefused('jti is not a string');
  // A token that is bound to a key is not valid without a proof of that key (RFC 9449 7.2).
  if (claims.cnf !== undefined) throw new TokenRefused('the token is bound to a key');
  const times = {
    exp: timeOf(claims, 'exp'),
    iat: timeOf(claims, 'iat'),
    nbf: optionalTimeOf(claims, 'nbf'),
  };
  checkTokenTimes(times, now);
  return times;
}

/** Throws `TokenRefused` when a token is not valid now: `exp` without leeway, the others with clock leeway. */
export function checkTokenTimes({ exp, iat, nbf = iat }: TokenTimes, now: Date): void {
  const nowMs = now.getTime();
  if (nowMs >= exp * 1_000) {
    const mismatch = { member: 'exp', expected: `after ${nowMs / 1_000}`, got: exp };
    throw TokenRefused.of('the token has expired', mismatch, 'expired');
  }
  const latestMs = nowMs + clockSkewMs;
  for (const [member, time] of Object.entries({ iat, nbf })) {
    if (time * 1_000 <= latestMs) continue;
    const mismatch = { member, expected: `at most ${latestMs / 1_000}`, got: time };
    throw TokenRefused.of(`${member} is in the future`, mismatch);
  }
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
