import { errors } from 'oidc-provider';

/** An assertion whose signature, `iss`, `sub`, presence of `jti`, and expiry in the past have been checked. */
export interface Assertion {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
}

export interface AssertionRules {
  /** The issuer and the token endpoint, from the settings. */
  readonly audiences: readonly string[];
  readonly keyExpiresAt: Date | undefined;
  /** Whether the client is in its allowed networks. */
  readonly isInside: boolean;
  readonly now: Date;
}

/** The longest validity of an assertion, and so the time for which its `jti` must be stored. */
const longestLifeSeconds = 3_600;

/** The allowed difference between a client's clock and ours. */
export const clockToleranceSeconds = 10;

/** For the log: the client only learns that authentication failed. */
export const outsideNetworks = 'the client is outside its allowed networks';

/** Access tokens and our other JWTs must not authenticate a client. */
const acceptedTypes = ['jwt', 'client-authentication+jwt'];

/**
 * Refuses assertions that the library accepts: with several audiences, with an audience that the library derives from the
 * request, with a long validity, of another type, signed with an expired key, or sent from a network that the client may not
 * use. The client sees a failed authentication.
 */
export function checkAssertion({ claims, header }: Assertion, rules: AssertionRules): void {
  const nowSeconds = rules.now.getTime() / 1000;
  const { keyExpiresAt } = rules;
  refuse(!rules.isInside, outsideNetworks);
  refuse(keyExpiresAt !== undefined && keyExpiresAt <= rules.now, 'the registered key has expired');
  refuse(!isAcceptedType(header.typ), 'typ is that of another JWT');
  refuse(!isFor(claims.aud, rules.audiences), 'aud is not the issuer or the token endpoint alone');
  refuse(
    !isTime(claims.exp) || claims.exp > nowSeconds + longestLifeSeconds + clockToleranceSeconds,
    'exp is more than an hour ahead',
  );
  for (const claim of ['iat', 'nbf']) {
    const time = claims[claim];
    if (time === undefined) continue;
    refuse(!isTime(time) || time > nowSeconds + clockToleranceSeconds, `${claim} is not a time in the past`);
  }
}

/** RFC 7523, 3: an array of one value equals the value. */
function isFor(aud: unknown, audiences: readonly string[]): boolean {
  const [only, ...others] = Array.isArray(aud) ? (aud as readonly unknown[]) : [aud];
  return others.length === 0 && audiences.some((audience) => audience === only);
}

function isAcceptedType(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && acceptedTypes.includes(typ.toLowerCase()));
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The reason is for the log. The client only learns that authentication failed. */
function refuse(condition: boolean, reason: string): void {
  if (condition) throw new errors.InvalidClientAuth(reason);
}
