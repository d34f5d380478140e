import { type Permission } from '@governance/iam';
import { Problem, type ProblemOptions } from '@governance/kernel';

/** The route declares no access, or needs a token in a program that does not verify tokens. */
export function closedRoute(): Problem {
  return refused('unauthenticated', 'this route is closed', { challenge: 'Bearer' });
}

/** No credentials, or those of another scheme: RFC 6750 3.1 requires no error code then. */
export function missingToken(): Problem {
  return refused('unauthenticated', 'an access token is needed: Authorization: Bearer <token>', {
    challenge: 'Bearer',
  });
}

/** The token is not valid. Only the operator learns which check failed; the client learns only of an expiry. */
export function invalidToken(cause: unknown): Problem {
  return badToken('the access token is not valid', cause);
}

export function expiredToken(cause: unknown): Problem {
  return badToken('the access token has expired', cause);
}

function badToken(text: string, cause: unknown): Problem {
  return refused('unauthenticated', text, { challenge: 'Bearer error="invalid_token"', cause });
}

/** The management token is missing or wrong. */
export function missingManagementToken(): Problem {
  return refused('unauthenticated', 'the management token is missing or wrong', {
    challenge: 'Bearer realm="management"',
  });
}

export function missingPermission(permission: Permission): Problem {
  return refused('forbidden', `the access token lacks the permission ${permission}`, {
    challenge: `Bearer error="insufficient_scope", scope="${permission}"`,
  });
}

/** Decisions 3: some writes are never a machine's, because it is never asked for a second factor. */
export function machineRefused(): Problem {
  return refused('forbidden', 'this operation is not open to machines', {
    challenge: 'Bearer error="insufficient_scope"',
  });
}

/** Decisions 3: 403 in use, outside the `allowed_networks` of a credential. Only the operator learns the cause. */
export function outsideNetworks(cause: unknown): Problem {
  return refused('forbidden', 'the credential may not be used from this network', {
    challenge: 'Bearer error="insufficient_scope"',
    cause,
  });
}

export function missingOrganization(): Problem {
  return refused('forbidden', 'the access token names no organization', {
    challenge: 'Bearer error="insufficient_scope"',
  });
}

/** spec 7.2; the header follows RFC 9470. */
export function stepUpRequired(maxAgeSeconds: number): Problem {
  return refused('forbidden', 'sign in again with a second factor, then repeat the call', {
    code: 'step_up_required',
    members: { max_age: maxAgeSeconds },
    challenge: `Bearer error="insufficient_user_authentication", max_age="${maxAgeSeconds}"`,
  });
}

interface Refusal extends Omit<ProblemOptions, 'headers'> {
  /** The value of `WWW-Authenticate` (RFC 6750). */
  readonly challenge: string;
}

function refused(
  kind: 'unauthenticated' | 'forbidden',
  text: string,
  { challenge, ...options }: Refusal,
): Problem {
  return new Problem(kind, text, { ...options, headers: { 'www-authenticate': challenge } });
}
