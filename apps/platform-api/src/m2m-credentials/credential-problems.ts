import { defineProblem, givenOnce, type ProblemDescription, problemsOf } from '@governance/http';
import { insufficientScope } from '../insufficient-scope';

/** The same for an id that is malformed, unknown, or of another organization (spec 7.2), so that it reveals nothing. */
export const unknownCredential = defineProblem({
  kind: 'not_found',
  text: 'there is no credential with this id',
  when: 'The caller’s organization has no credential with this id.',
  remedy: 'Use an id from your organization’s list, which omits revoked ones',
});

/** It ended, was revoked, or never existed: the same for all. */
export const noPreviousSecret = defineProblem({
  kind: 'not_found',
  text: 'this credential has no previous secret or key',
  when: 'The last rotation had no overlap, or the overlap has ended.',
  remedy: 'Nothing: its overlap has ended, or it had none',
});

export const unfinishedChange = defineProblem({
  kind: 'conflict',
  text: 'another change of this credential is not finished, try again in a moment',
  when: 'Another change of the credential is in progress. After a crash it is finished or undone within about a minute.',
  remedy:
    'Retry; after a crash, the change takes about a minute. A revocation of the credential never gets this error',
});

/** It is unknown here whether the new secret or key is in force. */
export const overtakenChange = defineProblem({
  kind: 'conflict',
  text: 'this credential was changed or revoked by another request: check whether it still exists',
  when: 'The credential was changed or revoked during this change. It is unknown whether the change is in force: repeat it.',
  remedy: 'If it still exists, repeat the call: a new secret is unknown',
});

export const clientGone = defineProblem({
  kind: 'conflict',
  text: 'the identity provider no longer has the client of this credential: revoke it and create another',
  when: 'The client was deleted directly at the identity provider.',
  remedy: 'Revoke it and create another',
});

/** Neither this provider nor this platform can change a client of the former provider. */
export const formerProvider = defineProblem({
  kind: 'conflict',
  text: 'the client of this credential is at a former identity provider: create a new credential, switch the machine to it, then revoke this one',
  when: 'The client is at an identity provider that the platform managed before. Revoking the credential still works.',
  remedy: 'Follow the text; a revocation never gets this error: [Moving](identity-providers.md#moving)',
});

export const keyInUse = defineProblem({
  kind: 'conflict',
  text: 'a creation with this Idempotency-Key is still running',
  when: 'A creation with the same `Idempotency-Key` is still running. After a crash it is undone within about a minute.',
  remedy: 'Retry: you get its credential, or the retry creates it',
});

export const keyOfAnotherBody = defineProblem({
  kind: 'unprocessable',
  text: 'this Idempotency-Key was used with another body',
  when: 'The `Idempotency-Key` was used with another body.',
  remedy: 'Use a new key for a new credential',
});

export const tooManyCredentials = defineProblem({
  kind: 'conflict',
  text: (most: number) => `the organization has ${most} credentials already: revoke one first`,
  when: 'The organization has reached its limit of credentials: 1,000, unless the operator configures another limit.',
  remedies: {
    1000: 'Revoke unused credentials or delete unused service identities, which also count; an operator can change the limit',
  },
});

/** An admin has forbidden secrets. */
export const secretsForbidden = defineProblem({
  kind: 'conflict',
  text: 'this organization allows no secrets: create a trust rule for the workload, or a credential with a public key',
  when: 'An admin of the organization has forbidden credentials with a secret. Existing ones still work, and can be rotated.',
  remedy:
    'Use `POST /iam/trust-rules`, or the type `public_key`; an admin can change `PUT /iam/credential-policy`',
});

/** The holder of a secret must not gain more by it than permissions to manage credentials. */
export const exceedingServiceIdentity = defineProblem({
  ...insufficientScope,
  text: 'the service identity has permissions that the access token lacks',
  when: 'The service identity has permissions that the caller lacks, other than permissions to manage credentials.',
  remedy: 'Ask an admin who has them',
});

/** A credential never has permissions that its creator lacks. */
export const exceedingPermissions = defineProblem({
  ...insufficientScope,
  text: 'permissions contains permissions that the access token lacks',
  when: 'A credential never has permissions that its creator lacks.',
  remedy: 'Remove those that you lack, or ask an admin',
});

/** A machine makes nothing that works where it does not work itself. */
export const exceedingNetworks = defineProblem({
  ...insufficientScope,
  text: 'the credential would work in networks from which the calling credential does not',
  when: 'The calling machine may be used in fewer networks.',
  remedy:
    'A machine with `allowed_networks` asks for networks within its own, and rotates only credentials that have such',
});

export const nameRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The name is missing or invalid.',
  texts: {
    'name must be a string': 'Send a string',
    'name must have 1 to 100 characters': 'Send 1 to 100 characters',
    'name must have no control, text-direction or other invisible characters':
      'Send one line of plain text: copied text can have hidden characters',
    'name must be well-formed text without NUL characters': 'Correct the text',
  },
};

export const descriptionRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The description is invalid.',
  texts: {
    'description must be a string': 'Send a string, or none',
    'description must have at most 200 characters': 'Send a shorter one',
    'description must have no control, text-direction or other invisible characters':
      'Send one line of plain text: copied text can have hidden characters',
    'description must be well-formed text without NUL characters': 'Correct the text',
  },
};

const serviceIdentityRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The caller’s organization has no such service identity.',
  texts: {
    'service_identity_id must be a string': 'Send an id, or none',
    'service_identity_id must name a service identity of this organization':
      'Use one from `GET /iam/service-identities`, or none',
  },
};

const permissionsRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The permissions are unknown or not available to service identities, or the service identity is not new.',
  texts: {
    'permissions must be an array of strings': 'Send an array of permission names',
    'permissions must name at most 100': 'List each once',
    'permissions must name permissions that a service identity can hold':
      'Use those that `GET /iam/permissions` shows as grantable; `self:profile:*` is for users',
    'permissions cannot be combined with service_identity_id': 'Send only one of them',
  },
};

/** By the service identity of a new credential or trust rule. */
export const identityRefused: readonly ProblemDescription[] = [serviceIdentityRefused, permissionsRefused];

export const networksRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The networks are invalid.',
  texts: {
    'allowed_networks must be an array of CIDR blocks': 'Send an array of strings, or none',
    'allowed_networks must have 1 to 20 CIDR blocks': 'Send 1 to 20, or omit the member',
    'allowed_networks[0] must be a CIDR block without host bits, not /0':
      'Send one such as `192.0.2.0/24` or `2001:db8::/32`',
  },
};

const networksUnsupported: ProblemDescription = {
  kind: 'invalid',
  when: 'The identity provider cannot check networks.',
  texts: { 'allowed_networks is not supported by the identity provider': 'Omit it' },
};

export const creationRefused: readonly ProblemDescription[] = [
  nameRefused,
  descriptionRefused,
  {
    kind: 'invalid',
    when: 'The type is missing or unknown.',
    texts: {
      'type must be a string': 'Send one of the two types',
      'type must be client_secret or public_key': 'Send one of them',
    },
  },
  ...identityRefused,
  networksRefused,
  networksUnsupported,
];

/** The permissions of a credential, as a creation asks for them. */
export const exceedingCreation = problemsOf(exceedingPermissions, exceedingServiceIdentity);

export const overlapRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The overlap is invalid, or the identity provider cannot keep two secrets or keys.',
  texts: {
    'overlap_seconds must be an integer from 0 to 604800': 'Send a number of seconds, at most 7 days',
    'overlap_seconds must be 0: the identity provider accepts one secret or key at a time':
      'Rotate without an overlap',
  },
};

export const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: {
      'name must have at most 100 characters, none of them a control character': 'Send part of a name',
      'expires_before must be an RFC 3339 timestamp':
        'Send a time with its offset, such as `2026-11-20T12:00:00Z`; encode `+` as `%2B`',
      'used must be true or false': 'Send one of them',
    },
  },
  givenOnce('name', 'expires_before', 'used'),
];
