import { randomUUID } from 'node:crypto';
import { type User } from '../management/users.store';
import { peopleScopes } from '../oauth/people-scopes';
import { personClaims } from '../people/person-claims';
import { type Place } from '../people/places.store';
import { type DevTokenRequest, type Members, secondsOf } from './dev-token-request';

export interface KnownPerson {
  readonly user: User;
  /** Undefined: of no organization. */
  readonly place: Place | undefined;
}

/** How tokens of an issuer for the platform surface look. */
export interface TokenShape {
  readonly issuer: string;
  readonly apiUrl: string;
  readonly claimsNamespace: string;
}

/** The claims of a person who has signed in now, with a client that comes with the product. Times are in seconds since 1970. */
export function devTokenClaims(
  person: KnownPerson,
  { mfaAt, expiresInSeconds }: DevTokenRequest,
  { issuer, apiUrl, claimsNamespace, now }: TokenShape & { readonly now: Date },
): Members {
  const iat = secondsOf(now);
  // spec 5.2.4: all that a person's client can be granted.
  const scope = peopleScopes.join(' ');
  // The second factor belongs to the sign-in: it is not older than that.
  const authTime = Math.min(iat, mfaAt ?? iat);
  return {
    iss: issuer,
    aud: apiUrl,
    sub: person.user.id,
    client_id: 'governance-cli',
    jti: randomUUID(),
    iat,
    exp: iat + expiresInSeconds,
    scope,
    ...personClaims(person, { scope, authTime, sessionId: randomUUID(), mfaAt }, claimsNamespace),
  };
}
