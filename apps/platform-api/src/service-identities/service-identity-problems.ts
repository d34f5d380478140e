import { Problem } from '@governance/kernel';

/** The same for an id that is malformed, unknown, or of another organization, so that it reveals nothing. */
export function unknownIdentity(): Problem {
  return new Problem('not_found', 'there is no service identity with this id');
}

export function identityInUse(): Problem {
  return new Problem('conflict', 'credentials use this service identity: revoke them first');
}
