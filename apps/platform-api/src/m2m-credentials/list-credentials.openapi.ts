import { ApiProblem, pageRefused } from '@governance/http';
import { type M2mCredential } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialListResponse } from './credential.dto';
import { exampleCredential } from './credential.openapi';

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly M2mCredential[], nextCursor?: string): CredentialListResponse {
  return new CredentialListResponse({ entries, nextCursor });
}

export function DescribeListCredentials(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'listCredentials',
      summary: 'List the machine credentials of the organization',
      description:
        'All of them, newest first; page by page if `limit` or `cursor` is given. No secret is ever among it.',
    }),
    ApiOkResponse({
      description: 'The credentials of the organization of the caller.',
      type: CredentialListResponse,
      examples: {
        one: { summary: 'One credential', value: listOf([exampleCredential]) },
        none: { summary: 'No credential', value: listOf([]) },
        page: { summary: 'A page that is not the last', value: listOf([exampleCredential], exampleCursor) },
      },
    }),
    ApiProblem(pageRefused),
  );
}
