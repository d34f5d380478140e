import {
  defineProblem,
  givenOnce,
  type ProblemDescription,
  sharedHeader,
  unknownMember,
} from '@governance/http';

/** The same for a capability that is malformed, guessed, or of a result that does not exist, so that it reveals nothing. */
export const unknownCapability = defineProblem({
  kind: 'not_found',
  text: 'there is no such result',
  when: 'The capability is not one of the service, or its result no longer exists.',
  remedy: 'Copy the whole address of the result’s page; the id of the certificate does not suffice',
});

/** The same for an id that is malformed, unknown, or attached to another organization alone. */
export const unknownResult = defineProblem({
  kind: 'not_found',
  text: 'there is no result with this id',
  when: 'The caller’s organization has no result with this id.',
  remedy: 'Use an id from your organization’s list',
});

export const withdrawnResult = defineProblem({
  kind: 'conflict',
  text: 'the certificate of this result is withdrawn',
  when: 'The certificate of the result is withdrawn.',
  remedy: 'Submit a new assessment, and attach its result',
});

export const tooManyResults = defineProblem({
  kind: 'conflict',
  text: (quota: number) => `the organization has ${quota} results already: detach one first`,
  when: 'The organization has as many results as it may have.',
  remedies: { 1000: 'Detach old results; an operator can change the limit' },
});

export const tooManyAttached = defineProblem({
  kind: 'too_many',
  text: 'too many results attached in this organization, try again later',
  when: 'The organization has attached 600 results in 15 minutes, or tried to.',
  remedy: 'Wait for `Retry-After` seconds; an organization has 600 attempts in 15 minutes',
  headers: { 'Retry-After': sharedHeader('Retry-After') },
});

export const attachRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The capability is missing, or a member is not text.',
    texts: {
      'capability must be a string': 'Send the address of the result’s page, or its last part',
      'client_id must be a string': 'Send the `id` of a client, or leave it out',
      'capability must be well-formed text without NUL characters':
        'Remove NUL characters and lone surrogates',
    },
  },
  unknownMember('name'),
];

export const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: {
      'client must have 1 to 8 words, in at most 200 characters': 'Send fewer words; signs are no words',
      'client_id must be the id of a client': 'Send an `id` from the list of clients',
      'mode must be msp-self or client-on-behalf': 'Send one of them',
      'tier must be Critical, Developing, Progressing or Ready': 'Send one of them',
      'launch_allowed must be true or false': 'Send one of them',
      'renew_before must be an RFC 3339 timestamp':
        'Send a time with its offset, such as `2026-11-20T12:00:00Z`; encode `+` as `%2B`',
      'latest must be true or false': 'Send one of them',
    },
  },
  givenOnce('client', 'client_id', 'mode', 'tier', 'launch_allowed', 'renew_before', 'latest'),
];
