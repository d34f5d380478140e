import { ApiProblem, bodyNotAnObject, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { nameRefused, unknownMember } from '../m2m-credentials/credential.openapi';
import { RenameServiceIdentityRequest } from './rename-service-identity.dto';
import { ServiceIdentityResponse } from './service-identity.dto';
import { ApiServiceIdentityId, exampleIdentity, identityNotFound } from './service-identity.openapi';

const { name } = exampleIdentity;

export function DescribeRenameServiceIdentity(): MethodDecorator {
  return applyDecorators(
    ApiTags('service-identities'),
    ApiOperation({
      operationId: 'renameServiceIdentity',
      summary: 'Rename a service identity',
      description:
        'Its credentials keep their names. From then on it stays without credentials too, until you delete it.',
    }),
    ApiServiceIdentityId(),
    ApiBody({
      type: RenameServiceIdentityRequest,
      examples: { renamed: { summary: 'A new name', value: { name } } },
    }),
    ApiOkResponse({
      description: 'The service identity with its new name.',
      type: ServiceIdentityResponse,
      examples: { renamed: { summary: 'Renamed', value: new ServiceIdentityResponse(exampleIdentity) } },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      nameRefused,
      unknownMember('permissions'),
      identityNotFound,
    ),
  );
}
