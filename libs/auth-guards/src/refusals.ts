import { type Permission } from '@governance/iam';
import { AccessRefused } from './access-refused';

/** No credentials, or those of another scheme: RFC 6750 3.1 wants no error code then. */
export function missingToken(): AccessRefused {
  return new AccessRefused('unauthenticated', 'an access token is needed: Authorization: Bearer <token>', {
    challenge: 'Bearer',
  });
}

/** A token was sent and is no good. Which check it failed is the operator's to know, except that it is over. */
export function invalidToken(cause: unknown): AccessRefused {
  return badToken('the access token is not valid', cause);
}

export function expiredToken(cause: unknown): AccessRefused {
  return badToken('the access token has expired', cause);
}

function badToken(text: string, cause: unknown): AccessRefused {
  return new AccessRefused('unauthenticated', text, { challenge: 'Bearer error="invalid_token"', cause });
}

/** The management token was not sent, or it is another one. */
export function missingManagementToken(): AccessRefused {
  return new AccessRefused('unauthenticated', 'this takes the management token', {
    challenge: 'Bearer realm="management"',
  });
}

export function missingPermission(permission: Permission): AccessRefused {
  return new AccessRefused('forbidden', `the access token lacks the permission ${permission}`, {
    challenge: `Bearer error="insufficient_scope", scope="${permission}"`,
  });
}

export function missingOrganization(): AccessRefused {
  return new AccessRefused('forbidden', 'the access token names no organization', {
    challenge: 'Bearer error="insufficient_scope"',
  });
}

/** spec 7.2, and RFC 9470 in the header. */
export function stepUpRequired(maxAgeSeconds: number): AccessRefused {
  return new AccessRefused('forbidden', 'sign in again with a second factor, then repeat the call', {
    code: 'step_up_required',
    members: { max_age: maxAgeSeconds },
    challenge: `Bearer error="insufficient_user_authentication", max_age="${maxAgeSeconds}"`,
  });
}
