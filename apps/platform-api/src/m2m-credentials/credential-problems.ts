import { Problem } from '@governance/kernel';

/** The same for an id that is malformed, unknown, or of another organization (spec 7.2), so that it reveals nothing. */
export function unknownCredential(): Problem {
  return new Problem('not_found', 'there is no credential with this id');
}

/** It ended, was revoked, or never existed: the same for all. */
export function noPreviousSecret(): Problem {
  return new Problem('not_found', 'this credential has no previous secret or key');
}

export function unfinishedChange(): Problem {
  return new Problem('conflict', 'another change of this credential is not finished, try again in a moment');
}

/** It is unknown here whether the new secret or key is in force. */
export function overtakenChange(cause: unknown): Problem {
  return new Problem(
    'conflict',
    'this credential was changed or revoked by another request: check whether it still exists',
    {
      cause,
    },
  );
}

/** The client was deleted directly at the identity provider. */
export function clientGone(): Problem {
  return new Problem(
    'conflict',
    'the identity provider no longer has the client of this credential: revoke it and create another',
  );
}

/** Neither this provider nor this platform can change a client of the former provider. */
export function formerProvider(): Problem {
  return new Problem(
    'conflict',
    'the client of this credential is at a former identity provider: create a new credential, switch the machine to it, then revoke this one',
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

/** The holder of a secret must not gain more by it than permissions to manage credentials. */
export function exceedingServiceIdentity(): Problem {
  return insufficientPermissions('the service identity has permissions that the access token lacks');
}

/** A credential never has permissions that its creator lacks. */
export function exceedingPermissions(): Problem {
  return insufficientPermissions('permissions contains permissions that the access token lacks');
}

/** A machine makes nothing that works where it does not work itself. */
export function exceedingNetworks(): Problem {
  return insufficientPermissions(
    'the credential would work in networks from which the calling credential does not',
  );
}

function insufficientPermissions(text: string): Problem {
  return new Problem('forbidden', text, {
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  });
}
