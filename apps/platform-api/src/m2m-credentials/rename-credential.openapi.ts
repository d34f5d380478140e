import { ApiProblem, bodyNotAnObject, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialResponse } from './credential.dto';
import {
  ApiCredentialId,
  changeUnfinished,
  credentialNotFound,
  exampleCredential,
  nameRefused,
  unknownMember,
} from './credential.openapi';
import { RenameCredentialRequest } from './rename-credential.dto';

const { name } = exampleCredential;

export function DescribeRenameCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'renameCredential',
      summary: 'Rename a credential',
      description: 'Does not change its `client_id`, secret or key.',
    }),
    ApiCredentialId(),
    ApiBody({
      type: RenameCredentialRequest,
      examples: { renamed: { summary: 'A new name', value: { name } } },
    }),
    ApiOkResponse({
      description: 'The credential with its new name.',
      type: CredentialResponse,
      examples: { renamed: { summary: 'Renamed', value: new CredentialResponse(exampleCredential) } },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      nameRefused,
      unknownMember('client_id'),
      credentialNotFound,
      changeUnfinished,
    ),
  );
}
