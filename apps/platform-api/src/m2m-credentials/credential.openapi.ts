import {
  bodyNotAnObject,
  pageRefused,
  unreadableBody,
  unknownMember,
  describeOperation,
} from '@governance/http';
import { type M2mCredential } from '@governance/iam';
import { CredentialListResponse, CredentialResponse } from './credential.dto';
import {
  descriptionRefused,
  filterRefused,
  formerProvider,
  nameRefused,
  noPreviousSecret,
  overtakenChange,
  unfinishedChange,
  unknownCredential,
} from './credential-problems';
import { RenameCredentialRequest } from './rename-credential.dto';

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

export const credentialIdParameter = {
  name: 'credentialId',
  description: 'The `id` of the credential.',
  schema: { type: 'string', format: 'uuid', examples: [exampleCredential.id] },
};

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly M2mCredential[], nextCursor?: string): CredentialListResponse {
  return new CredentialListResponse({ entries, nextCursor });
}

export const DescribeListCredentials = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'listCredentials',
  summary: 'List the M2M credentials of the organization',
  description:
    'All credentials that match, newest first; in pages if `limit` or `cursor` is given. Repeat the conditions with each `cursor`. Contains no secrets.',
  ok: {
    description: 'The credentials of the caller’s organization.',
    type: CredentialListResponse,
    examples: {
      one: { summary: 'One credential', value: listOf([exampleCredential]) },
      overlap: { summary: 'A credential whose old secret still works', value: listOf([exampleOverlap]) },
      none: { summary: 'No credential', value: listOf([]) },
      page: { summary: 'A page that is not the last', value: listOf([exampleCredential], exampleCursor) },
    },
  },
  problems: [pageRefused, ...filterRefused],
});

export const DescribeGetCredential = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'getCredential',
  summary: 'Get a credential',
  description: 'The list entry. The `Location` of a creation points here. Contains no secret.',
  parameter: credentialIdParameter,
  ok: {
    description: 'The credential.',
    type: CredentialResponse,
    examples: { one: { summary: 'A credential', value: new CredentialResponse(exampleCredential) } },
  },
  problems: [unknownCredential],
});

export const DescribeRenameCredential = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'renameCredential',
  summary: 'Change the name or the description of a credential',
  description: 'Does not change its `client_id`, secret or key.',
  parameter: credentialIdParameter,
  body: {
    type: RenameCredentialRequest,
    examples: {
      renamed: { summary: 'A new name', value: { name: exampleCredential.name } },
      described: { summary: 'A new description', value: { description: exampleCredential.description } },
      cleared: { summary: 'No description', value: { description: null } },
    },
  },
  ok: {
    description: 'The credential after the change.',
    type: CredentialResponse,
    examples: { renamed: { summary: 'Renamed', value: new CredentialResponse(exampleCredential) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    nameRefused,
    descriptionRefused,
    unknownMember('client_id', 'Only name and description can be changed'),
    unknownCredential,
    unfinishedChange,
    formerProvider,
  ],
});

export const DescribeRevokeCredential = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'revokeCredential',
  summary: 'Revoke a credential',
  description:
    'Permanent: the client is deleted too, unless it is at a former identity provider. All its secrets and keys, and its issued tokens, stop working here at once. A second revocation returns 404.',
  parameter: credentialIdParameter,
  noContent: { description: 'The credential is deleted.' },
  problems: [...unreadableBody, unknownCredential],
});

export const DescribeRevokePreviousSecret = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'revokePreviousSecret',
  summary: 'End the overlap of a rotation early',
  description:
    'The secret or key before the last rotation stops working at once. The current one stays. After a 503 it stops working within about a minute.',
  parameter: credentialIdParameter,
  noContent: { description: 'Only the current secret or key works.' },
  problems: [
    ...unreadableBody,
    unknownCredential,
    noPreviousSecret,
    unfinishedChange,
    overtakenChange,
    formerProvider,
  ],
});
