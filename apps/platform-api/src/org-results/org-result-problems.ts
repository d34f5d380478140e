import { Problem } from '@governance/kernel';

/** The same for a capability that is malformed, guessed, or of a result that does not exist, so that it reveals nothing. */
export function unknownCapability(): Problem {
  return new Problem('not_found', 'there is no such result');
}

/** The same for an id that is malformed, unknown, or attached to another organization alone. */
export function unknownResult(): Problem {
  return new Problem('not_found', 'there is no result with this id');
}

export function withdrawnResult(): Problem {
  return new Problem('conflict', 'the certificate of this result is withdrawn');
}

export function tooManyResults(quota: number): Problem {
  return new Problem('conflict', `the organization has ${quota} results already: detach one first`);
}
