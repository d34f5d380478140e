import { ApiProblem, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiCredentialId, credentialNotFound } from './credential.openapi';

export function DescribeRevokeCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'revokeCredential',
      summary: 'Revoke a credential',
      description:
        'For good: the client is deleted with it. Tokens that were issued to it stop working with this answer. A second time there is nothing left, which is 404.',
    }),
    ApiCredentialId(),
    ApiNoContentResponse({ description: 'The credential is no more.' }),
    ApiProblem(...unreadableBody, credentialNotFound),
  );
}
