import { ApiProblem } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialResponse } from './credential.dto';
import { ApiCredentialId, credentialNotFound, exampleCredential } from './credential.openapi';

export function DescribeGetCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'getCredential',
      summary: 'Get a credential',
      description: 'The list entry. The `Location` of a creation points here. Contains no secret.',
    }),
    ApiCredentialId(),
    ApiOkResponse({
      description: 'The credential.',
      type: CredentialResponse,
      examples: { one: { summary: 'A credential', value: new CredentialResponse(exampleCredential) } },
    }),
    ApiProblem(credentialNotFound),
  );
}
