import { type ProblemDescription } from '@governance/http';
import { type M2mCredential } from '@governance/iam';
import { ApiParam } from '@nestjs/swagger';

/** The credential in every example. */
export const exampleCredential: M2mCredential = {
  id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  orgId: 'org_acme',
  name: 'Nightly export',
  description: 'Copies the results into our data warehouse',
  type: 'client_secret',
  clientId: '6c0a4f52-95f1-4f6c-8f0e-5d7d0a2c9b31',
  issuer: 'https://identity.example.org',
  serviceIdentityId: '9b0f1f0c-2c39-4e39-9d0c-8f4b0d5f7a12',
  permissions: new Set(['self:organization:read', 'm2m:credentials:read']),
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  lastRotatedAt: new Date('2026-11-20T12:00:00.000Z'),
  expiresAt: undefined,
  validForDays: undefined,
  lastUsedAt: new Date('2026-11-21T02:00:07.000Z'),
  lastFour: 'mple',
  kid: undefined,
  previous: undefined,
  endsBy: undefined,
  allowedNetworks: ['192.0.2.0/24', '2001:db8:17::/48'],
};

/** The same after a rotation with an overlap. */
export const exampleOverlap: M2mCredential = {
  ...exampleCredential,
  lastRotatedAt: new Date('2026-11-25T12:00:00.000Z'),
  lastFour: 'mpl2',
  previous: {
    lastFour: 'mple',
    createdAt: exampleCredential.lastRotatedAt,
    expiresAt: new Date('2026-11-26T12:00:00.000Z'),
  },
};

/** Has the format of a secret, with an invalid checksum. */
export const exampleSecret = 'gmc_000000000000000000000000000000000000000000example';

export const examplePublicKey = [
  '-----BEGIN PUBLIC KEY-----',
  'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  '-----END PUBLIC KEY-----',
  '',
].join('\n');

export function ApiCredentialId(): MethodDecorator {
  return ApiParam({
    name: 'credentialId',
    description: 'The `id` of the credential.',
    schema: { type: 'string', format: 'uuid', examples: [exampleCredential.id] },
  });
}

export const credentialNotFound: ProblemDescription = {
  kind: 'not_found',
  when: 'The caller’s organization has no credential with this id.',
  texts: ['there is no credential with this id'],
};

export const changeUnfinished: ProblemDescription = {
  kind: 'conflict',
  when: 'Another change of the credential is in progress. After a crash it is finished or undone within about a minute.',
  texts: ['another change of this credential is not finished, try again in a moment'],
};

export const overtaken: ProblemDescription = {
  kind: 'conflict',
  when: 'The credential was changed or revoked during this change. It is unknown whether the change is in force: repeat it.',
  texts: ['this credential was changed or revoked by another request: check whether it still exists'],
};

export const clientDeleted: ProblemDescription = {
  kind: 'conflict',
  when: 'The client was deleted directly at the identity provider.',
  texts: ['the identity provider no longer has the client of this credential: revoke it and create another'],
};

export const atFormerProvider: ProblemDescription = {
  kind: 'conflict',
  when: 'The client is at an identity provider that the platform managed before. Revoking the credential still works.',
  texts: [
    'the client of this credential is at a former identity provider: create a new credential, switch the machine to it, then revoke this one',
  ],
};

export const nameRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The name is missing or invalid.',
  texts: [
    'name must be a string',
    'name must have 1 to 100 characters',
    'name must have no control, text-direction or other invisible characters',
    'name must be well-formed text without NUL characters',
  ],
};

export const descriptionRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The description is invalid.',
  texts: [
    'description must be a string',
    'description must have at most 200 characters',
    'description must have no control, text-direction or other invisible characters',
    'description must be well-formed text without NUL characters',
  ],
};

/** An unknown member of the request; `example` stands for any. */
export function unknownMember(example: string): ProblemDescription {
  return {
    kind: 'invalid',
    when: 'The body has an unknown member.',
    texts: [`${example} is not a member of this request`],
  };
}

/** Errors of a public key or its expiry. No part of the key is stored or logged. */
export function keyRefused(field: 'public_key' | 'new_public_key'): readonly ProblemDescription[] {
  return [
    {
      kind: 'invalid',
      when: 'The key is missing, private, weak, or not supported.',
      texts: keyProblems.map((problem) => `${field} ${problem}`),
    },
    {
      kind: 'invalid',
      when: 'The expiry is invalid.',
      texts: [
        'valid_for_days must be an integer from 0 to 3650',
        'secret_valid_for_days must be an integer from 0 to 3650',
        'expires_at must be a string',
        'expires_at must be an RFC 3339 timestamp',
        'expires_at must be in the future',
      ],
    },
    {
      kind: 'invalid',
      when: 'A member for keys was sent for a `client_secret` credential.',
      texts: [field, 'valid_for_days', 'expires_at'].map(
        (member) => `${member} is for credentials of type public_key`,
      ),
    },
    {
      kind: 'invalid',
      when: 'The member for secrets was sent for a `public_key` credential.',
      texts: ['secret_valid_for_days is for credentials of type client_secret'],
    },
  ];
}

const keyProblems = [
  'is required for credentials of type public_key',
  'must be a string',
  'must be a public key: a private key must not leave its owner',
  'must be one PEM block, whole and undamaged',
  'must be a single PEM block',
  'must have at most 16384 characters',
  'must be a PEM block labelled PUBLIC KEY (SPKI) or CERTIFICATE',
  'must be a PEM block of undamaged base64',
  'must hold a key in DER, whole and undamaged',
  'must be an RSA, P-256, P-384, P-521 or Ed25519 key, with its curve named',
  'must be an RSA key of 2048 to 8192 bits',
  'must be an RSA key with the exponent 65537',
  'must be another key: this one is known to be weak',
  'must hold its point uncompressed and whole',
  'must hold a valid point of its curve',
  'must be a certificate that has not ended',
];
