import { randomUUID } from 'node:crypto';
import { type User } from '../people/users.store';
import { peopleScopes } from '../oauth/people-scopes';
import { personClaims } from '../oauth/person-claims';
import { type Place } from '../organizations/places.store';
import { type DevTokenRequest, type Members, secondsOf } from './dev-token-request';

export interface KnownPerson {
  readonly user: User;
  /** Undefined: the user is in no organization. */
  readonly place: Place | undefined;
}

/** The fixed parts of an issuer's tokens for the platform surface. */
export interface TokenShape {
  readonly issuer: string;
  readonly apiUrl: string;
  readonly claimsNamespace: string;
}

/** The claims of a user who has just signed in with a built-in client. Times are in seconds since 1970. */
export function devTokenClaims(
  person: KnownPerson,
  { mfaAt, expiresInSeconds }: DevTokenRequest,
  { issuer, apiUrl, claimsNamespace, now }: TokenShape & { readonly now: Date },
): Members {
  const iat = secondsOf(now);
  // spec 5.2.4: every scope that a user's client can be granted.
  const scope = peopleScopes.join(' ');
  // The second factor belongs to the sign-in, so it is not older than the sign-in.
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
