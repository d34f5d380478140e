import { givenOnce, type ProblemDescription } from '@governance/http';

export const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: {
      'tag must be a tag of a client': 'Send a text of 1 to 40 characters',
      'owner must be the id of a member of the organization': 'Send an `id` from the list of members',
    },
  },
  givenOnce('tag', 'owner'),
];
