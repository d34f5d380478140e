import {
  ApiProblem,
  bodyNotAnObject,
  constantHeader,
  type ProblemDescription,
  unreadableBody,
} from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiCredentialId,
  atFormerProvider,
  changeUnfinished,
  clientDeleted,
  credentialNotFound,
  exampleCredential,
  examplePublicKey,
  exampleSecret,
  keyRefused,
  overtaken,
  unknownMember,
} from './credential.openapi';
import { IssuedCredentialResponse } from './issued-credential.dto';
import { RotateCredentialRequest } from './rotate-credential.dto';

const conflicts: readonly ProblemDescription[] = [
  changeUnfinished,
  overtaken,
  clientDeleted,
  atFormerProvider,
];

const overlapRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The overlap is invalid, or the identity provider cannot keep two secrets or keys.',
  texts: [
    'overlap_seconds must be an integer from 0 to 604800',
    'overlap_seconds must be 0: the identity provider accepts one secret or key at a time',
  ],
};

const sameKey: ProblemDescription = {
  kind: 'invalid',
  when: 'The new key is the current one.',
  texts: ['new_public_key must be another key than the current one'],
};

const exceeding: ProblemDescription = {
  kind: 'forbidden',
  when: 'The service identity has permissions that the caller lacks, other than permissions to manage credentials.',
  texts: ['the service identity has permissions that the access token lacks'],
  headers: { 'WWW-Authenticate': constantHeader('Bearer error="insufficient_scope"', 'RFC 6750') },
};

export function DescribeRotateCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'rotateCredential',
      summary: 'Replace the secret or the key of a credential',
      description: [
        'The previous secret or key stops working at once, or after `overlap_seconds`. Until then both work, and the list shows both. The next rotation ends them. Tokens issued with it stay valid until they expire. A `client_secret` credential needs no body. A generated secret is returned once, in this response.',
        'After a 503 either the old or the new secret works, and the new one cannot be retrieved: rotate again.',
      ].join('\n\n'),
    }),
    ApiCredentialId(),
    ApiBody({
      type: RotateCredentialRequest,
      required: false,
      examples: {
        secret: { summary: 'A client_secret credential', value: {} },
        overlap: { summary: 'The old secret works for another day', value: { overlap_seconds: 86_400 } },
        key: { summary: 'A public_key credential', value: { new_public_key: examplePublicKey } },
      },
    }),
    ApiOkResponse({
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
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      ...keyRefused('new_public_key'),
      sameKey,
      overlapRefused,
      unknownMember('name'),
      credentialNotFound,
      exceeding,
      ...conflicts,
    ),
  );
}
