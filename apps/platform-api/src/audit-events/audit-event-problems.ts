import { defineProblem, givenOnce, type ProblemDescription } from '@governance/http';

const timestamp = 'Send a time with its offset, such as `2026-11-20T12:00:00Z`; encode `+` as `%2B`';

export const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: {
      'actor must have at most 255 characters, none of them a control character':
        'Send the `actor.subject` of an event',
      'operation must be the name of a recorded operation': 'Send a name that the OpenAPI document lists',
      'target must have at most 128 characters, none of them a control character':
        'Send the `target` of an event',
      'outcome must be done, refused or abandoned': 'Send one of them',
      'from must be an RFC 3339 timestamp': timestamp,
      'to must be an RFC 3339 timestamp': timestamp,
    },
  },
  givenOnce('actor', 'operation', 'target', 'outcome', 'from', 'to'),
];

export const formatRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The format is unknown or given twice.',
  texts: { 'format must be jsonl or csv': 'Send one of them' },
};

export const sinceText = 'since must be an integer from 0 to 999999999';

export const sinceRefused: ProblemDescription = {
  kind: 'invalid',
  when: '`since` is malformed or given twice.',
  texts: { [sinceText]: 'Send the `tree_size` of a head of an earlier proof, without leading zeros, once' },
};

export const sinceTooLarge = defineProblem({
  kind: 'invalid',
  when: '`since` is larger than the tree.',
  text: 'since is larger than the tree of the audit events',
  remedy:
    'Export the proof without it, and compare it with the earlier one: it names the events that are missing',
});
