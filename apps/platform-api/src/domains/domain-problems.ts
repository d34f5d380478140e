import { defineProblem, type ProblemDescription, problemsOf } from '@governance/http';

/** The same for a name that is unknown, malformed or of another organization, so that it reveals nothing. */
export const unknownDomain = defineProblem({
  kind: 'not_found',
  text: 'there is no domain with this name',
  when: 'The caller’s organization has no domain with this name.',
  remedy: 'Use a name from your organization’s list',
});

export const domainTaken = defineProblem({
  kind: 'conflict',
  text: 'another organization has proven this domain',
  when: 'Another organization has proven the domain.',
  remedy: 'Ask it to remove the domain',
});

export const tooManyDomains = defineProblem({
  kind: 'conflict',
  text: 'the organization has reached its limit of domains: remove one first',
  when: 'The organization has the most domains that the identity provider allows.',
  remedy: 'Remove one',
});

export const unusableConnection = defineProblem({
  kind: 'invalid',
  text: 'connection_id must name a connection of type enterprise of this organization',
  when: 'The caller’s organization has no such connection to a provider.',
  remedy: 'Use an id from `GET /iam/connections`',
});

export const connectionRefused: ProblemDescription = problemsOf(
  {
    kind: 'invalid',
    when: unusableConnection.when,
    texts: { 'connection_id must be a string': 'Send a string' },
  },
  unusableConnection,
);

export const nameRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The name is missing, or no organization can own it.',
  texts: {
    'name must be a string': 'Send a string',
    'name must be a domain, such as example.org': 'Send the part after the @ of your addresses',
    'name must not be a public suffix': 'Send a domain that your organization has registered',
    'name must not be a domain of a mail provider': 'Send a domain of your own',
  },
};
