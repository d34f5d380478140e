import { defineProblem, type ProblemDescription } from '@governance/http';

/** The same for an id that is malformed, unknown, or of another organization, so that it reveals nothing. */
export const unknownRule = defineProblem({
  kind: 'not_found',
  text: 'there is no trust rule with this id',
  when: 'The caller’s organization has no trust rule with this id.',
  remedy: 'Use an id from your organization’s list',
});

export const tooManyRules = defineProblem({
  kind: 'conflict',
  text: (most: number) => `the organization has ${most} trust rules already: delete one first`,
  when: 'The organization has reached its limit of trust rules.',
  remedies: { 100: 'Delete unused rules: `last_used_at` shows which' },
});

/** Neither this provider nor this platform can change a rule of the former provider. */
export const formerProvider = defineProblem({
  kind: 'conflict',
  text: 'this trust rule is at a former identity provider: create a new one, then delete this one',
  when: 'The platform managed another identity provider when the rule was created. Deleting the rule still works.',
  remedy: 'Follow the text; a deletion never gets this error',
});

export const notAtProvider = defineProblem({
  kind: 'conflict',
  text: 'the identity provider does not have this trust rule: delete it and create another',
  when: 'The rule was deleted directly at the identity provider, or is at a former one.',
  remedy: 'Follow the text',
});

const claimText = 'must have 1 to 500 characters, and no control character or *';

export const ruleRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The preset or the issuer is missing or invalid.',
    texts: {
      'preset must be a string': 'Send one of the presets',
      'preset must be one of github-actions, gitlab, kubernetes, spiffe, oidc': 'Send one of them',
      'issuer must be a string': 'Send the claim `iss` of the workload’s tokens',
      'issuer must be an https URL of at most 500 characters, without a query':
        'Send the claim `iss` of the workload’s tokens',
    },
  },
  {
    kind: 'invalid',
    when: 'The conditions do not identify one workload, or are invalid.',
    texts: {
      'subject is required for oidc': 'Send the claim `sub` of the workload’s tokens',
      'subject must be a SPIFFE ID for spiffe': 'Send one such as `spiffe://example.org/backup`',
      [`subject ${claimText}`]: 'Send the exact text of the claim',
      [`audience ${claimText}`]: 'Send the exact text of the claim, or omit it',
      'conditions must include repository_id for github-actions':
        'Add the claims that the preset needs: [ADR 66](adr/0066-workloads-prove-themselves-by-trust-rules.md)',
      'conditions must be an array': 'Send an array of objects',
      'conditions[0] must have claim and one_of, each an array of strings':
        'Send `{"claim": ["ref"], "one_of": ["refs/heads/main"]}`',
      'conditions[0] must name a claim: 1 to 5 printable ASCII texts': 'Name a claim, or nested ones',
      'conditions[0] must not name the claim aud': 'Use the member of the rule that has this claim',
      'conditions[0] must have 1 to 20 values': 'Send 1 to 20 texts',
      [`conditions[0] ${claimText}`]: 'Send exact texts: there are no wildcards',
      'conditions must name each claim once': 'Put all values of a claim in its `one_of`',
      'conditions must have at most 20 claims': 'Send fewer',
      'single_use must be a boolean value': 'Send `true` or `false`, or omit it',
    },
  },
];

export const keySetRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The key set is invalid.',
  texts: {
    'key_set must be an object': 'Send a JSON Web Key Set, or none',
    'key_set must be a key set of 1 to 20 public keys, each with a kid of its own':
      'Send the document at the `jwks_uri` of the issuer. Replace a private key that you sent',
    'key_set.keys[0] must be a whole and undamaged public key': 'Copy the key again',
  },
};

export const keySetOfAnother: ProblemDescription = {
  kind: 'invalid',
  when: 'The issuer of the rule publishes its keys.',
  texts: { 'key_set is for rules that were created with one': 'Create another rule, with a key set' },
};

export const endRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The end is invalid or in the past.',
  texts: {
    'expires_at must be a string': 'Send a string, or none',
    'expires_at must be an RFC 3339 timestamp': 'Send a time with its offset, such as `2026-11-20T12:00:00Z`',
    'expires_at must be in the future': 'Send a later time',
  },
};

export const tokenRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The token is missing or too long.',
  texts: {
    'token must be a string': 'Send a token of the workload',
    'token must have 1 to 8192 characters': 'Send a token of the workload',
  },
};
