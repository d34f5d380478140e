import { Problem } from '@governance/kernel';

/** The same for a name that is unknown, malformed or of another organization, so that it reveals nothing. */
export function unknownDomain(): Problem {
  return new Problem('not_found', 'there is no domain with this name');
}

export function domainTaken(cause: unknown): Problem {
  return new Problem('conflict', 'another organization has proven this domain', { cause });
}

export function tooManyDomains(cause: unknown): Problem {
  return new Problem('conflict', 'the organization has the most domains that it may have: remove one first', {
    cause,
  });
}

export function unusableConnection(): Problem {
  return new Problem(
    'invalid',
    'connection_id must name a connection of type enterprise of this organization',
  );
}
