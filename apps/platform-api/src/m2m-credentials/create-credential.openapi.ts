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
    value: { name: exampleCredential.name, type: 'client_secret' },
  },
  permitted: {
    summary: 'With the permissions that it needs',
    value: {
      name: exampleCredential.name,
      type: 'client_secret',
      permissions: ['m2m:credentials:read', 'm2m:credentials:write'],
    },
  },
  key: {
    summary: 'With a key of its owner',
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
    summary: 'The replay of a creation whose credential was revoked since',
    value: new IssuedCredentialResponse({ credential: exampleCredential, secret: undefined, revoked: true }),
  },
};

const headers: HeadersObject = {
  Location: variableHeader(
    `https://api.example.org/iam/m2m-credentials/${exampleCredential.id}`,
    'The address of the credential.',
    '^https?://.+/iam/m2m-credentials/[0-9a-f-]{36}$',
  ),
  'Idempotency-Replayed': {
    ...constantHeader('true', 'The credential is that of an earlier creation under the same key.'),
    required: false,
  },
};

const refusals: readonly ProblemDescription[] = [
  nameRefused,
  {
    kind: 'invalid',
    when: 'The type is missing or there is no such type.',
    texts: ['type must be a string', 'type must be client_secret or public_key'],
  },
  {
    kind: 'invalid',
    when: 'There is no such service identity in the organization of the caller.',
    texts: [
      'service_identity_id must be a string',
      'service_identity_id must name a service identity of this organization',
    ],
  },
  {
    kind: 'invalid',
    when: 'The permissions are none that the new service identity can have, or it is not a new one.',
    texts: [
      'permissions must be an array of strings',
      'permissions must name at most 100',
      'permissions must name permissions that a service identity can hold',
      'permissions are those of the service identity that service_identity_id names',
    ],
  },
  ...keyRefused('public_key'),
  unknownMember('expires'),
  invalidIdempotencyKey,
  {
    kind: 'forbidden',
    when: 'A credential never permits more than its creator.',
    texts: [
      'permissions has some that the access token lacks',
      'the service identity has permissions that the access token lacks',
    ],
    headers: { 'WWW-Authenticate': constantHeader('Bearer error="insufficient_scope"', 'RFC 6750') },
  },
  {
    kind: 'conflict',
    when: 'The organization has as many credentials as it may: 1,000, unless its operator says otherwise.',
    texts: ['the organization has 1000 credentials already: revoke one first'],
  },
];

const keyConflicts: readonly ProblemDescription[] = [
  {
    kind: 'conflict',
    when: 'A creation under the same `Idempotency-Key` is not finished. One whose process died is undone within about a minute.',
    texts: ['a creation with this Idempotency-Key is still running'],
  },
  {
    kind: 'unprocessable',
    when: 'The `Idempotency-Key` belongs to a creation with another body.',
    texts: ['this Idempotency-Key was used with another body'],
  },
];

export function DescribeCreateCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'createCredential',
      summary: 'Create a machine credential',
      description: [
        'An OAuth client for the client-credentials grant, bound to the organization of the caller. A generated secret is shown in this answer and never again.',
        'Send an `Idempotency-Key` to be able to repeat a creation whose answer was lost, or was 503: either nothing is there and it is done now, or the replay shows the credential without its secret, which can then be rotated.',
      ].join('\n\n'),
    }),
    ApiIdempotencyKey(
      'Your name for this creation, honoured for 24 hours: the same key and the same body are answered with the same credential, without its secret, and no second one is created.',
    ),
    ApiBody({ type: CreateCredentialRequest, examples: bodies }),
    ApiCreatedResponse({
      description: 'The credential. It can be used at once.',
      type: IssuedCredentialResponse,
      headers,
      examples: answers,
    }),
    ApiProblem(...unreadableBody, bodyNotAnObject, ...refusals, ...keyConflicts),
  );
}
