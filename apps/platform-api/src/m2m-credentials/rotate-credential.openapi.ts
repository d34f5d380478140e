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
    when: 'The credential was changed or revoked while this rotation was under way. Whether the new secret or key is in force is not known: rotate again.',
    texts: ['this credential was changed or revoked meanwhile: list it, then decide'],
  },
  {
    kind: 'conflict',
    when: 'The client was deleted at the identity provider, past this service.',
    texts: ['the identity provider has lost the client of this credential: revoke it and create another'],
  },
];

const exceeding: ProblemDescription = {
  kind: 'forbidden',
  when: 'The service identity may do more than the caller, beyond the care of credentials.',
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
        'The previous secret or key stops working at once; tokens that were issued with it go on until they expire. For a `client_secret` credential nothing need be sent. A generated secret is shown in this answer and never again.',
        'After a 503 it is the old or the new secret that works, and nobody knows the new one: rotate again.',
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
      description: 'The credential, with its new secret or key in force.',
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
