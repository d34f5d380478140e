import { defineProblem, givenOnce, type ProblemDescription } from '@governance/http';
import { insufficientScope } from '../insufficient-scope';
import { csvColumns } from './clients-csv';

/** The same for an id that is malformed, unknown, or of another organization, or of a client that is hidden, so that it reveals nothing. */
export const unknownClient = defineProblem({
  kind: 'not_found',
  text: 'there is no client with this id',
  when: 'The caller sees no client with this id.',
  remedy: 'Use an id from your organization’s list',
});

export const tooManyClients = defineProblem({
  kind: 'conflict',
  text: (quota: number) => `the organization has ${quota} clients already: delete one first`,
  when: 'The organization has as many clients as it may have.',
  remedies: { 10_000: 'Delete clients that you no longer have; an operator can change the limit' },
});

export const referenceTaken = defineProblem({
  kind: 'conflict',
  text: 'another client of the organization has this reference',
  when: 'Another client of the organization has this reference.',
  remedy: 'Change that client instead, or send another reference',
});

export const assignmentRefused = defineProblem({
  ...insufficientScope,
  text: 'only an account-admin decides which members a client is assigned to',
  when: 'The caller names members, and does not see every client of the organization.',
  remedy: 'Leave out `member_ids`, or ask an account-admin',
});

const invisible = 'must have no control, text-direction or other invisible characters';

export const detailsRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A detail of the client is invalid.',
    texts: {
      'name must be a string': 'Send a string',
      'name must have 1 to 100 characters': 'Send a shorter one, or one at all',
      [`name ${invisible}`]: 'Remove them',
      'contact_name must be a string': 'Send a string',
      'contact_email must be a string': 'Send a string',
      'contact_email must be an email': 'Send one plain address, without a display name',
      'reference must be a string': 'Send a string',
      'reference must have 1 to 64 characters': 'Send a shorter one',
      'domain must be a string': 'Send a string',
      'domain must be a domain, such as acme.example': 'Send a host name, without `https://` and a path',
      'tags must be an array of strings': 'Send an array of texts, such as `["gold"]`',
      'tags must have at most 10 texts': 'Send fewer',
      'each tag must have 1 to 40 characters': 'Send shorter ones',
      'each tag must have no comma or semicolon': 'Send an array with one text for each tag',
      'owner_id must be a string': 'Send a string',
      'owner_id must be the id of a member of the organization': 'Send an `id` from the list of members',
      'member_ids must be an array of strings': 'Send an array of ids, such as `["user_1"]`',
      'member_ids must have at most 50 ids': 'Send fewer',
      'member_ids must be ids of members of the organization': 'Send each `id` from the list of members',
      'archived must be true or false': 'Send one of them',
      'name must be well-formed text without NUL characters': 'Remove NUL characters and lone surrogates',
    },
  },
];

export const fileRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The file is no table of clients. No line is carried out.',
    texts: {
      'csv must be a string': 'Send the text of a CSV file',
      'csv must have a quotation mark at both ends of a cell, or none':
        'Double a quotation mark inside a cell',
      'csv must have a first line that names its columns, name at least':
        'Name one of `name`, `reference` and `id` in the first line',
      [`csv must have no other columns than ${csvColumns.join(', ')}`]: 'Remove or rename the others',
      'csv must name each column once': 'Remove the second one',
      'csv must have 1 to 500 lines below the names of the columns': 'Send a longer file in parts',
      'csv must be well-formed text without NUL characters': 'Save the file as UTF-8',
    },
  },
];

export const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: {
      'search must have 1 to 8 words, in at most 200 characters': 'Send fewer words; signs are no words',
      'tag must be a tag of a client': 'Send a text of 1 to 40 characters',
      'owner must be the id of a member of the organization': 'Send an `id` from the list of members',
      'archived must be true or false': 'Send one of them',
      'tier must be Critical, Developing, Progressing or Ready': 'Send one of them',
      'launch_allowed must be true or false': 'Send one of them',
      'renew_before must be an RFC 3339 timestamp':
        'Send a time with its offset, such as `2026-11-20T12:00:00Z`; encode `+` as `%2B`',
      'assessed must be true or false': 'Send one of them',
    },
  },
  givenOnce('search', 'tag', 'owner', 'archived', 'tier', 'launch_allowed', 'renew_before', 'assessed'),
];
