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
      summary: 'Show a credential',
      description: 'The entry of the list: where `Location` of a creation points. It holds no secret.',
    }),
    ApiCredentialId(),
    ApiOkResponse({
      description: 'The credential, which is of the organization of the caller.',
      type: CredentialResponse,
      examples: { one: { summary: 'A credential', value: new CredentialResponse(exampleCredential) } },
    }),
    ApiProblem(credentialNotFound),
  );
}
