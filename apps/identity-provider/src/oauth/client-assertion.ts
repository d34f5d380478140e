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
  readonly now: Date;
}

/** How far ahead an assertion may expire, which is also how long its `jti` has to be remembered. */
const longestLifeSeconds = 3_600;

/** How far the clocks of a client and of ours may be apart. */
export const clockToleranceSeconds = 10;

/** Access tokens and other JWTs of ours are signed statements too, and must not authenticate anybody. */
const acceptedTypes = ['jwt', 'client-authentication+jwt'];

/**
 * Refuses, as any failed authentication, an assertion that the library takes: one for several audiences, or for an
 * address that the library reads from the request; one that lives long; one of another type; one
 * signed with an expired key.
 */
export function checkAssertion({ claims, header }: Assertion, rules: AssertionRules): void {
  const nowSeconds = rules.now.getTime() / 1000;
  const { keyExpiresAt } = rules;
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

/** RFC 7523, 3: a list of one value says the same as the value. */
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

/** The reason is for the log; clients are told that authentication failed. */
function refuse(condition: boolean, reason: string): void {
  if (condition) throw new errors.InvalidClientAuth(reason);
}
