import { permissionsOfRole } from '@governance/iam';
import { type User } from '../people/users.store';
import { permissionsWithin } from './people-scopes';
import { type Place } from '../organizations/places.store';

export interface Person {
  readonly user: Pick<User, 'email' | 'emailVerified' | 'name'>;
  /** The organization of the token; undefined: the user is not a member of one. */
  readonly place: Pick<Place, 'orgId' | 'orgName' | 'hasOtherOrgs' | 'role' | 'mfaMaxAge'> | undefined;
}

/** The sign-in behind a token. Times are in seconds since 1970. */
export interface PersonSignIn {
  /** The granted scope, separated by spaces. */
  readonly scope: string | undefined;
  readonly authTime: number | undefined;
  readonly sessionId: string | undefined;
  /** When the second factor was used; undefined: it was not. */
  readonly mfaAt: number | undefined;
}

/** The claims of a user's token (docs/identity-provider.md); our own claims begin with `claimsNamespace`. */
export function personClaims(
  { user, place }: Person,
  { scope, authTime, sessionId, mfaAt }: PersonSignIn,
  claimsNamespace: string,
): Record<string, unknown> {
  const own = {
    email: user.email,
    email_verified: user.emailVerified,
    name: user.name,
    roles: place ? [place.role] : [],
    // spec 5.3.3: absent when no second factor was used.
    ...(mfaAt !== undefined && { mfa_at: mfaAt }),
    ...(place && {
      org_name: place.orgName,
      has_other_orgs: place.hasOtherOrgs,
      mfa_max_age: place.mfaMaxAge,
    }),
  };
  return {
    ...(place && { org_id: place.orgId }),
    permissions: place ? permissionsWithin(scope, permissionsOfRole(place.role)) : [],
    auth_time: authTime,
    sid: sessionId,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [claimsNamespace + name, value])),
  };
}
