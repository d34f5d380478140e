import { defineProblem, type ProblemDescription } from '@governance/http';
import { holdersOnlyHeaders, retryLater } from '../results/result-problems';

export const nothingAsked = defineProblem({
  kind: 'not_found',
  text: 'no domain was asked for: put one first',
  when: 'No domain was asked for.',
  remedy: '`PUT` the domain, then check it or have a mail sent',
  headers: holdersOnlyHeaders,
});

export const otherDomain = defineProblem({
  kind: 'conflict',
  text: 'the certificate shows another domain: remove it first',
  when: 'Another domain is proven.',
  remedy: '`DELETE` the domain, then ask for the other one',
  headers: holdersOnlyHeaders,
});

export const alreadyProven = defineProblem({
  kind: 'conflict',
  text: 'the domain is already proven by its record',
  when: 'The domain is proven by its record.',
  remedy: 'Nothing: it is checked again every day',
  headers: holdersOnlyHeaders,
});

export const tooManyRequests = defineProblem({
  kind: 'too_many',
  text: 'too many requests about a domain, try again later',
  when: 'Too many requests about a domain within the last hour.',
  remedy: 'Wait for `Retry-After` seconds',
  headers: { 'Retry-After': retryLater['Retry-After'], ...holdersOnlyHeaders },
});

/** A body that is no JSON is refused earlier, without these headers. */
export const headersOfReadBody = Object.fromEntries(
  Object.entries(holdersOnlyHeaders).map(([name, header]) => [name, { ...header, required: false }]),
);

export const nameRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'No organization can own this name.',
  texts: {
    'name must be a string': 'Send the domain as a string',
    'name must be a domain, such as example.org': 'Send the domain alone, without path or address',
    'name must not be a public suffix': 'Send the domain of one organization',
    'name must not be a domain of a mail provider': 'Send the domain of your organization',
  },
  headers: headersOfReadBody,
};

export const mailboxRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The mailbox is unknown.',
  texts: {
    'mailbox must be one of the following values: postmaster, admin, hostmaster': 'Choose one of them',
  },
  headers: headersOfReadBody,
};
