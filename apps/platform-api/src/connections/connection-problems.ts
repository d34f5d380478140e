import { Problem } from '@governance/kernel';

/** The same for an id that is unknown, malformed or of another organization, so that it reveals nothing. */
export function unknownConnection(): Problem {
  return new Problem('not_found', 'there is no connection with this id');
}

export function tooManyConnections(cause: unknown): Problem {
  return new Problem(
    'conflict',
    'the organization has the most connections that it may have: remove one first',
    {
      cause,
    },
  );
}

/** Decisions 3: an account-admin can always sign in. */
export function noAdminLeft(cause: unknown): Problem {
  return new Problem(
    'conflict',
    'no account-admin of the organization could sign in afterwards: give one another sign-in method first',
    { cause },
  );
}

export function notAtProvider(): Problem {
  return new Problem('conflict', 'only connections of type enterprise can be tested or removed');
}
