import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialListResponse } from './credential.dto';
import { exampleCredential } from './credential.openapi';

export function DescribeListCredentials(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'listCredentials',
      summary: 'List the machine credentials of the organization',
      description: 'All of them, newest first. No secret is ever among it.',
    }),
    ApiOkResponse({
      description: 'The credentials of the organization of the caller.',
      type: CredentialListResponse,
      examples: {
        one: { summary: 'One credential', value: new CredentialListResponse([exampleCredential]) },
        none: { summary: 'No credential', value: new CredentialListResponse([]) },
      },
    }),
  );
}
