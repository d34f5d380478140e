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
        'Permanent: the client is deleted too, unless it is at a former identity provider. All its secrets and keys, and its issued tokens, stop working here at once. A second revocation returns 404.',
    }),
    ApiCredentialId(),
    ApiNoContentResponse({ description: 'The credential is deleted.' }),
    ApiProblem(...unreadableBody, credentialNotFound),
  );
}
