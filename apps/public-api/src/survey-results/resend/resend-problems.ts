import { defineProblem, problemsOf, sharedHeader } from '@governance/http';

const nothingToSend = {
  kind: 'not_found',
  when: 'The result does not exist or has no address, or its certificate was withdrawn.',
} as const;

export const unknownResult = defineProblem({
  ...nothingToSend,
  text: 'there is no survey result with this id',
  remedy: 'Use the id from the response to the submission',
});

export const noAddress = defineProblem({
  ...nothingToSend,
  text: 'no email address is recorded for this survey result',
  remedy: 'Submit again with an address',
});

export const withdrawn = defineProblem({
  ...nothingToSend,
  text: 'the certificate of this survey result was withdrawn',
  remedy: 'Submit again, with new answers',
});

export const notResent = problemsOf(unknownResult, noAddress, withdrawn);

export const tooManyResends = defineProblem({
  kind: 'too_many',
  text: 'too many resends from this address, try again later',
  when: 'This client has exceeded the rate limit.',
  remedy: 'Wait for `Retry-After` seconds',
  headers: { 'Retry-After': sharedHeader('Retry-After') },
});
