import { ApiProblem, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiServiceIdentityId, identityNotFound } from './service-identity.openapi';

export function DescribeDeleteServiceIdentity(): MethodDecorator {
  return applyDecorators(
    ApiTags('service-identities'),
    ApiOperation({
      operationId: 'deleteServiceIdentity',
      summary: 'Delete an unused service identity',
      description:
        'Permanent. A service identity that was never renamed needs no deletion: it ends with its last credential. A second deletion returns 404.',
    }),
    ApiServiceIdentityId(),
    ApiNoContentResponse({ description: 'The service identity is deleted.' }),
    ApiProblem(...unreadableBody, identityNotFound, {
      kind: 'conflict',
      when: 'A credential acts for the service identity, or one is being created.',
      texts: ['credentials use this service identity: revoke them first'],
    }),
  );
}
