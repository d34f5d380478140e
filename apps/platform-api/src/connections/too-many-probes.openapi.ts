import { type ProblemDescription, sharedHeader } from '@governance/http';

/** `probes`: the calls that are limited. */
export function tooManyProbes(probes: string): ProblemDescription {
  return {
    kind: 'too_many',
    when: `The organization has exceeded its rate limit for ${probes}.`,
    texts: [`too many ${probes} in this organization, try again later`],
    headers: { 'Retry-After': sharedHeader('Retry-After') },
  };
}
