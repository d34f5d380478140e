import { ApiProblem, pageRefused } from '@governance/http';
import { type ServiceIdentityEntry } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ServiceIdentityListResponse } from './service-identity.dto';
import { exampleIdentity } from './service-identity.openapi';

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly ServiceIdentityEntry[], nextCursor?: string): ServiceIdentityListResponse {
  return new ServiceIdentityListResponse({ entries, nextCursor });
}

export function DescribeListServiceIdentities(): MethodDecorator {
  return applyDecorators(
    ApiTags('service-identities'),
    ApiOperation({
      operationId: 'listServiceIdentities',
      summary: 'List the service identities of the organization',
      description: 'A page of them, newest first, each with the credentials that act for it.',
    }),
    ApiOkResponse({
      description: 'The service identities of the caller’s organization.',
      type: ServiceIdentityListResponse,
      examples: {
        one: { summary: 'One service identity', value: listOf([exampleIdentity]) },
        unused: {
          summary: 'One without credentials',
          value: listOf([{ ...exampleIdentity, credentials: [] }]),
        },
        none: { summary: 'No service identity', value: listOf([]) },
        page: { summary: 'A page that is not the last', value: listOf([exampleIdentity], exampleCursor) },
      },
    }),
    ApiProblem(pageRefused),
  );
}
