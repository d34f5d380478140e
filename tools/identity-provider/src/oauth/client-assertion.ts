import { errors } from 'oidc-provider';

/** An assertion whose signature, `iss`, `sub`, presence of `jti`, and expiry in the past have been checked. */
export interface Assertion {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
}

export interface AssertionRules {
  readonly issuer: string;
  readonly keyExpiresAt: Date | undefined;
  readonly now: Date;
}

/** How far ahead an assertion may expire, which is also how long its `jti` has to be remembered. */
const longestLifeSeconds = 600;

/** How far the clocks of a client and of ours may be apart. */
export const clockToleranceSeconds = 10;

/** Access tokens and other JWTs of ours are signed statements too, and must not authenticate anybody. */
const acceptedTypes = ['jwt', 'client-authentication+jwt'];

/**
 * Refuses, as any failed authentication, an assertion that the library takes: one for several audiences, or for the
 * token endpoint (whose address the library reads from the request); one that lives long; one of another type; one
 * signed with an expired key.
 */
export function checkAssertion({ claims, header }: Assertion, rules: AssertionRules): void {
  const nowSeconds = rules.now.getTime() / 1000;
  const { keyExpiresAt } = rules;
  refuse(keyExpiresAt !== undefined && keyExpiresAt <= rules.now, 'the key has expired');
  refuse(!isAcceptedType(header.typ), 'another type of JWT');
  refuse(claims.aud !== rules.issuer, 'the audience is not the issuer alone');
  refuse(!isTime(claims.exp) || claims.exp > nowSeconds + longestLifeSeconds, 'it expires too late');
  for (const claim of ['iat', 'nbf']) {
    const time = claims[claim];
    if (time === undefined) continue;
    refuse(!isTime(time) || time > nowSeconds + clockToleranceSeconds, `${claim} is not a time in the past`);
  }
}

function isAcceptedType(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && acceptedTypes.includes(typ.toLowerCase()));
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** The reason is for the log; clients are told that authentication failed. */
function refuse(condition: boolean, reason: string): void {
  if (condition) throw new errors.InvalidClientAuth(reason);
}
