import { ApiProblem, bodyNotAnObject, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialResponse } from './credential.dto';
import {
  ApiCredentialId,
  atFormerProvider,
  changeUnfinished,
  credentialNotFound,
  descriptionRefused,
  exampleCredential,
  nameRefused,
  unknownMember,
} from './credential.openapi';
import { RenameCredentialRequest } from './rename-credential.dto';

const { name, description } = exampleCredential;

export function DescribeRenameCredential(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'renameCredential',
      summary: 'Change the name or the description of a credential',
      description: 'Does not change its `client_id`, secret or key.',
    }),
    ApiCredentialId(),
    ApiBody({
      type: RenameCredentialRequest,
      examples: {
        renamed: { summary: 'A new name', value: { name } },
        described: { summary: 'A new description', value: { description } },
        cleared: { summary: 'No description', value: { description: null } },
      },
    }),
    ApiOkResponse({
      description: 'The credential after the change.',
      type: CredentialResponse,
      examples: { renamed: { summary: 'Renamed', value: new CredentialResponse(exampleCredential) } },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      nameRefused,
      descriptionRefused,
      unknownMember('client_id'),
      credentialNotFound,
      changeUnfinished,
      atFormerProvider,
    ),
  );
}
