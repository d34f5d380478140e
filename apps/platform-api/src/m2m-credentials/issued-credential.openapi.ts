import {
  ApiIdempotencyKey,
  bodyNotAnObject,
  constantHeader,
  invalidIdempotencyKey,
  unreadableBody,
  variableHeader,
  unknownMember,
  describeOperation,
} from '@governance/http';
import { type HeadersObject } from '@nestjs/swagger';
import { CreateCredentialRequest } from './create-credential.dto';
import {
  credentialIdParameter,
  exampleCredential,
  examplePublicKey,
  exampleSecret,
} from './credential.openapi';
import {
  clientGone,
  creationRefused,
  exceedingCreation,
  exceedingServiceIdentity,
  formerProvider,
  keyInUse,
  keyOfAnotherBody,
  overlapRefused,
  overtakenChange,
  secretsForbidden,
  tooManyCredentials,
  unfinishedChange,
  unknownCredential,
} from './credential-problems';
import { IssuedCredentialResponse } from './issued-credential.dto';
import { keyRefused, sameKey } from './key-problems';
import { RotateCredentialRequest } from './rotate-credential.dto';

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

export const DescribeCreateCredential = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'createCredential',
  summary: 'Create an M2M credential',
  description: [
    'An OAuth client for the client-credentials grant, bound to the caller’s organization. A generated secret is returned once, in this response.',
    'Send an `Idempotency-Key` to safely repeat a creation whose response was lost or was 503. The repeated request either creates the credential, or returns the existing one without its secret; then rotate it.',
  ].join('\n\n'),
  body: { type: CreateCredentialRequest, examples: bodies },
  created: {
    description: 'The credential. It works immediately.',
    type: IssuedCredentialResponse,
    headers,
    examples: answers,
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    ...creationRefused,
    ...keyRefused('public_key'),
    unknownMember('expires'),
    invalidIdempotencyKey,
    exceedingCreation,
    tooManyCredentials,
    secretsForbidden,
    keyInUse,
    keyOfAnotherBody,
  ],
  more: [
    ApiIdempotencyKey(
      'A unique key for this creation, valid for 24 hours. The same key and body return the same credential, without its secret, and create no second one.',
    ),
  ],
});

export const DescribeRotateCredential = describeOperation({
  tag: 'm2m-credentials',
  operationId: 'rotateCredential',
  summary: 'Replace the secret or the key of a credential',
  description: [
    'The previous secret or key stops working at once, or after `overlap_seconds`. Until then both work, and the list shows both. The next rotation ends them. Tokens issued with it stay valid until they expire. A `client_secret` credential needs no body. A generated secret is returned once, in this response.',
    'After a 503 either the old or the new secret works, and the new one cannot be retrieved: rotate again.',
  ].join('\n\n'),
  parameter: credentialIdParameter,
  body: {
    type: RotateCredentialRequest,
    required: false,
    examples: {
      secret: { summary: 'A client_secret credential', value: {} },
      overlap: { summary: 'The old secret works for another day', value: { overlap_seconds: 86_400 } },
      key: { summary: 'A public_key credential', value: { new_public_key: examplePublicKey } },
    },
  },
  ok: {
    description: 'The credential. Its new secret or key is in force.',
    type: IssuedCredentialResponse,
    examples: {
      secret: {
        summary: 'A client_secret credential',
        value: new IssuedCredentialResponse({ credential: exampleCredential, secret: exampleSecret }),
      },
      key: {
        summary: 'A public_key credential',
        value: new IssuedCredentialResponse({ credential: exampleCredential, secret: undefined }),
      },
    },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    ...keyRefused('new_public_key'),
    sameKey,
    overlapRefused,
    unknownMember('name'),
    unknownCredential,
    exceedingServiceIdentity,
    unfinishedChange,
    overtakenChange,
    clientGone,
    formerProvider,
  ],
});
