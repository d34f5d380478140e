import { Problem } from '@governance/kernel';

/** The same for an id that is malformed, unknown, or another organization's (spec 7.2): none of them tells which. */
export function unknownCredential(): Problem {
  return new Problem('not_found', 'there is no credential with this id');
}

export function unfinishedChange(): Problem {
  return new Problem('conflict', 'another change of this credential is not finished, try again in a moment');
}

/** Whether the new secret or key is in force is not known here any more. */
export function overtakenChange(cause: unknown): Problem {
  return new Problem('conflict', 'this credential was changed or revoked meanwhile: list it, then decide', {
    cause,
  });
}

/** Somebody has deleted the client at the identity provider, past this service. */
export function clientGone(): Problem {
  return new Problem(
    'conflict',
    'the identity provider has lost the client of this credential: revoke it and create another',
  );
}

export function keyInUse(): Problem {
  return new Problem('conflict', 'a creation with this Idempotency-Key is still running');
}

export function keyOfAnotherBody(): Problem {
  return new Problem('unprocessable', 'this Idempotency-Key was used with another body');
}

export function tooManyCredentials(most: number): Problem {
  return new Problem('conflict', `the organization has ${most} credentials already: revoke one first`);
}

/** Whoever is given a secret must not gain more than the care of credentials by it. */
export function exceedingServiceIdentity(): Problem {
  return insufficientPermissions('the service identity has permissions that the access token lacks');
}

/** A credential never permits more than its creator. */
export function exceedingPermissions(): Problem {
  return insufficientPermissions('permissions has some that the access token lacks');
}

function insufficientPermissions(text: string): Problem {
  return new Problem('forbidden', text, {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  });
}
