import { evidenceLimits, evidenceTexts } from '@governance/assessments';
import { defineProblem, type ProblemDescription } from '@governance/http';
import { modeTexts, versionTexts } from '../answer-problems';
import { needsAddressText } from './needs-address.decorator';
import { organizationNameTexts } from './organization-name.decorator';

export const keyInUse = defineProblem({
  kind: 'conflict',
  text: 'a submission with this Idempotency-Key is still running',
  when: 'A submission of this client with the same `Idempotency-Key` is still running: retry shortly.',
  remedy: 'Retry: you get its result',
});

export const keyOfAnotherBody = defineProblem({
  kind: 'unprocessable',
  text: 'this Idempotency-Key was used with another body',
  when: 'This client has already used the `Idempotency-Key` with another body.',
  remedy: 'Use a new key for a new submission',
});

export const reminderUnavailable = defineProblem({
  kind: 'invalid',
  text: 'renewalReminder is not available: this service deletes addresses before the reminder is due',
  when: 'Another member is invalid.',
  remedy: 'Omit it',
});

/** The error texts of the members beside the answers. */
export const memberRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'Another member is invalid.',
  texts: {
    ...modeTexts,
    'submitterEmail must be an email': 'Send one plain address, or none',
    'notes must be a string': 'Send a string, or none',
    'notes must be shorter than or equal to 10000 characters': 'Shorten it',
    'notes must be well-formed text without NUL characters': 'Correct the text',
    [`organizationName ${organizationNameTexts.type}`]: 'Send a string, or none',
    [`organizationName ${organizationNameTexts.length}`]: 'Correct the name, or omit it',
    [`organizationName ${organizationNameTexts.characters}`]: 'Write the name in Latin letters',
    [`organizationName ${organizationNameTexts.domain}`]: 'Send the name',
    [`organizationName ${organizationNameTexts.address}`]:
      'Omit the address: a domain is proven on the result page',
    'organizationName must be well-formed text without NUL characters': 'Correct the text',
    'renewalReminder must be a boolean value': 'Send `true` or `false`, or none',
    [`renewalReminder ${needsAddressText}`]: 'Send an address, or no reminder',
    ...reminderUnavailable.texts,
    [`evidence ${evidenceTexts.type}`]: 'Send an object, or none',
    [`evidence ${evidenceTexts.inAll}`]: 'Shorten it',
    'evidence.gov-ai-polic is not a question of rubric 1.1.0': 'Use the ids in that version’s rubric',
    'evidence has a question id that rubric 1.1.0 does not have': 'Use the ids in that version’s rubric',
    [`evidence.gov-ai-policy ${evidenceTexts.entry}`]: 'Send an object, or none',
    [`evidence.gov-ai-policy.owner ${evidenceTexts.member}`]: 'Send a string, or none',
    [`evidence.gov-ai-policy.owner ${evidenceTexts.tooLong(evidenceLimits.owner)}`]:
      'Shorten it; `note` has 1000, `link` 500',
    [`evidence.gov-ai-policy.owner ${evidenceTexts.hidden}`]: 'Send plain text without hidden characters',
    [`evidence.gov-ai-policy.note ${evidenceTexts.control}`]: 'Remove it',
    [`evidence.gov-ai-policy.link ${evidenceTexts.link}`]: 'Send such a URL, or none',
    [`evidence.gov-ai-policy.reviewOn ${evidenceTexts.reviewOn}`]: 'Send such a date, or none',
    'evidence must be well-formed text without NUL characters': 'Correct the text',
    ...versionTexts,
  },
};
