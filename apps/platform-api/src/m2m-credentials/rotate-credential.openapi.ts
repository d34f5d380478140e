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
  changeUnfinished,
  credentialNotFound,
  exampleCredential,
  examplePublicKey,
  exampleSecret,
  keyRefused,
  unknownMember,
} from './credential.openapi';
import { IssuedCredentialResponse } from './issued-credential.dto';
import { RotateCredentialRequest } from './rotate-credential.dto';

const conflicts: readonly ProblemDescription[] = [
  changeUnfinished,
  {
    kind: 'conflict',
    when: 'The credential was changed or revoked during this rotation. It is unknown whether the new secret or key is in force: rotate again.',
    texts: ['this credential was changed or revoked by another request: check whether it still exists'],
  },
  {
    kind: 'conflict',
    when: 'The client was deleted directly at the identity provider.',
    texts: [
      'the identity provider no longer has the client of this credential: revoke it and create another',
    ],
  },
];

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
        'The previous secret or key stops working at once. Tokens issued with it stay valid until they expire. A `client_secret` credential needs no body. A generated secret is returned once, in this response.',
        'After a 503 either the old or the new secret works, and the new one cannot be retrieved: rotate again.',
      ].join('\n\n'),
    }),
    ApiCredentialId(),
    ApiBody({
      type: RotateCredentialRequest,
      required: false,
      examples: {
        secret: { summary: 'A client_secret credential', value: {} },
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
      unknownMember('name'),
      credentialNotFound,
      exceeding,
      ...conflicts,
    ),
  );
}
