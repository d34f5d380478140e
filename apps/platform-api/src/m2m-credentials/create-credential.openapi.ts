import {
  ApiIdempotencyKey,
  ApiProblem,
  bodyNotAnObject,
  constantHeader,
  invalidIdempotencyKey,
  type ProblemDescription,
  unreadableBody,
  variableHeader,
} from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags, type HeadersObject } from '@nestjs/swagger';
import { CreateCredentialRequest } from './create-credential.dto';
import {
  descriptionRefused,
  exampleCredential,
  examplePublicKey,
  exampleSecret,
  keyRefused,
  nameRefused,
  unknownMember,
} from './credential.openapi';
import { IssuedCredentialResponse } from './issued-credential.dto';

const bodies = {
  secret: {
    summary: 'With a generated secret',
    value: {
      name: exampleCredential.name,
      description: exampleCredential.description,
      type: 'client_secret',
    },
  },
  permitted: {
    summary: 'With explicit permissions',
    value: {
      name: exampleCredential.name,
      type: 'client_secret',
      permissions: ['m2m:credentials:read', 'm2m:credentials:write'],
    },
  },
  restricted: {
    summary: 'For some networks only',
    value: {
      name: exampleCredential.name,
      type: 'client_secret',
      allowed_networks: exampleCredential.allowedNetworks,
    },
  },
  key: {
    summary: 'With your own key',
    value: {
      name: exampleCredential.name,
      type: 'public_key',
      public_key: examplePublicKey,
      valid_for_days: 365,
    },
  },
};

const answers = {
  secret: {
    summary: 'With a generated secret',
    value: new IssuedCredentialResponse({ credential: exampleCredential, secret: exampleSecret }),
  },
  key: {
    summary: 'With a key, or the replay of a creation',
    value: new IssuedCredentialResponse({ credential: exampleCredential, secret: undefined }),
  },
  revoked: {
    summary: 'The replay of a creation whose credential was later revoked',
    value: new IssuedCredentialResponse({ credential: exampleCredential, secret: undefined, revoked: true }),
  },
};

const headers: HeadersObject = {
  Location: variableHeader(
    `https://api.example.org/iam/m2m-credentials/${exampleCredential.id}`,
    'The path of the credential.',
    '^https?://.+/iam/m2m-credentials/[0-9a-f-]{36}$',
  ),
  'Idempotency-Replayed': {
    ...constantHeader('true', 'The credential was created by an earlier request with the same key.'),
    required: false,
  },
};

const refusals: readonly ProblemDescription[] = [
  nameRefused,
  descriptionRefused,
  {
    kind: 'invalid',
    when: 'The type is missing or unknown.',
    texts: ['type must be a string', 'type must be client_secret or public_key'],
  },
  {
    kind: 'invalid',
    when: 'The caller’s organization has no such service identity.',
    texts: [
      'service_identity_id must be a string',
      'service_identity_id must name a service identity of this organization',
    ],
  },
  {
    kind: 'invalid',
    when: 'The permissions are unknown or not available to service identities, or the service identity is not new.',
    texts: [
      'permissions must be an array of strings',
      'permissions must name at most 100',
      'permissions must name permissions that a service identity can hold',
      'permissions cannot be combined with service_identity_id',
    ],
  },
  {
    kind: 'invalid',
    when: 'The networks are invalid, or the identity provider cannot check them.',
    texts: [
      'allowed_networks must be an array of CIDR blocks',
      'allowed_networks must have 1 to 20 CIDR blocks',
      'allowed_networks[0] must be a CIDR block without host bits, not /0',
      'allowed_networks is not supported by the identity provider',
    ],
  },
  ...keyRefused('public_key'),
  unknownMember('expires'),
  invalidIdempotencyKey,
  {
    kind: 'forbidden',
    when: 'A credential never has permissions that its creator lacks.',
    texts: [
      'permissions contains permissions that the access token lacks',
      'the service identity has permissions that the access token lacks',
    ],
    headers: { 'WWW-Authenticate': constantHeader('Bearer error="insufficient_scope"', 'RFC 6750') },
  },
  {
    kind: 'conflict',
    when: 'The organization has reached its limit of credentials: 1,000, unless the operator configures another limit.',
    texts: ['the organization has 1000 credentials already: revoke one first'],
  },
];

const keyConflicts: readonly ProblemDescription[] = [
  {
    kind: 'conflict',
    when: 'A creation with the same `Idempotency-Key` is still running. After a crash it is undone within about a minute.',
    texts: ['a creation with this Idempotency-Key is still running'],
  },
  {
    kind: 'unprocessable',
    when: 'The `Idempotency-Key` was used with another body.',
    texts: ['this Idempotency-Key was used with another body'],
  },
];

export function DescribeCreateCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'createCredential',
      summary: 'Create an M2M credential',
      description: [
        'An OAuth client for the client-credentials grant, bound to the caller’s organization. A generated secret is returned once, in this response.',
        'Send an `Idempotency-Key` to safely repeat a creation whose response was lost or was 503. The repeated request either creates the credential, or returns the existing one without its secret; then rotate it.',
      ].join('\n\n'),
    }),
    ApiIdempotencyKey(
      'A unique key for this creation, valid for 24 hours. The same key and body return the same credential, without its secret, and create no second one.',
    ),
    ApiBody({ type: CreateCredentialRequest, examples: bodies }),
    ApiCreatedResponse({
      description: 'The credential. It works immediately.',
      type: IssuedCredentialResponse,
      headers,
      examples: answers,
    }),
    ApiProblem(...unreadableBody, bodyNotAnObject, ...refusals, ...keyConflicts),
  );
}
