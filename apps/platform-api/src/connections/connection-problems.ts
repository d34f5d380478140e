import { defineProblem, type ProblemDescription, sharedHeader } from '@governance/http';

/** The same for an id that is unknown, malformed or of another organization, so that it reveals nothing. */
export const unknownConnection = defineProblem({
  kind: 'not_found',
  text: 'there is no connection with this id',
  when: 'The caller’s organization has no connection with this id.',
  remedy: 'Use an id from your organization’s list',
});

export const tooManyConnections = defineProblem({
  kind: 'conflict',
  text: 'the organization has reached its limit of connections: remove one first',
  when: 'The organization has the most connections that the identity provider allows.',
  remedy: 'Remove one, or ask the operator',
});

/** Decisions 3: an account-admin can always sign in. */
export const noAdminLeft = defineProblem({
  kind: 'conflict',
  text: 'no account-admin of the organization could sign in afterwards: give one another sign-in method first',
  when: 'No account-admin of the organization could sign in afterwards.',
  remedy: 'Invite an account-admin through another connection first',
});

export const notAtProvider = defineProblem({
  kind: 'conflict',
  text: 'only connections of type enterprise can be tested or removed',
  when: 'The connection is a password.',
  remedy: 'Disable a password instead',
});

const tooMany = {
  kind: 'too_many',
  remedy: 'Wait for `Retry-After` seconds',
  headers: { 'Retry-After': sharedHeader('Retry-After') },
} as const;

/** By the operations that make requests to hosts which an admin has named. */
export const tooManyProbes = {
  'trust-rules:try': defineProblem({
    ...tooMany,
    text: 'too many trials of trust rules in this organization, try again later',
    when: 'The organization has exceeded its rate limit for trials of trust rules.',
  }),
  'connections:test': defineProblem({
    ...tooMany,
    text: 'too many tests of connections in this organization, try again later',
    when: 'The organization has exceeded its rate limit for tests of connections.',
  }),
  'domains:check': defineProblem({
    ...tooMany,
    text: 'too many checks of domains in this organization, try again later',
    when: 'The organization has exceeded its rate limit for checks of domains.',
  }),
};

export const nameRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The name is missing or invalid.',
  texts: {
    'name must be a string': 'Send a string',
    'name must have 1 to 100 characters': 'Send a shorter name, or one at all',
    'name must have no control, text-direction or other invisible characters':
      'Send one line of plain text: copied text can have hidden characters',
  },
};

export const issuerRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The issuer or the client id is missing or invalid.',
  texts: {
    'issuer must be a string': 'Send a string',
    'issuer must be an https URL of at most 500 characters, without a query':
      'Copy `issuer` from the provider’s discovery document',
    'client_id must be a string': 'Send a string',
    'client_id must have 1 to 500 printable ASCII characters, and no spaces': 'Copy it from the provider',
  },
};

export const secretRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The client secret is missing or invalid.',
  texts: {
    'client_secret must be a string': 'Send a string',
    'client_secret must have 1 to 500 printable ASCII characters, and no spaces': 'Copy it from the provider',
  },
};

export const enabledRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'Whether it is enabled is not a boolean.',
  texts: { 'enabled must be a boolean value': 'Send `true` or `false`' },
};

const bounds = 'must have at most 10 values, each of 1 to 200 printable ASCII characters, and no spaces';

export const secondFactorRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The second factor is not as described.',
  texts: {
    'second_factor must be an object': 'Send an object, or none',
    'second_factor must have no members but acr_values and amr_values': 'Send only these',
    'second_factor must have at least one value in acr_values or amr_values':
      'Name a value; on `PATCH`, `null` clears it',
    'second_factor.acr_values must be an array of strings': 'Send an array',
    [`second_factor.acr_values ${bounds}`]: 'Copy the values of the provider',
    'second_factor.amr_values must be an array of strings': 'Send an array',
    [`second_factor.amr_values ${bounds}`]: 'Copy the values of the provider',
  },
};

export const enterpriseOnly: ProblemDescription = {
  kind: 'invalid',
  when: 'A client secret or a second factor for a password.',
  texts: {
    'client_secret is for connections of type enterprise': 'Leave it out for a password',
    'second_factor is for connections of type enterprise': 'Leave it out for a password',
  },
};
