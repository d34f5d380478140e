import { ApiProblem, pageRefused } from '@governance/http';
import { type M2mCredential } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialListResponse } from './credential.dto';
import { exampleCredential, exampleOverlap } from './credential.openapi';

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

function listOf(entries: readonly M2mCredential[], nextCursor?: string): CredentialListResponse {
  return new CredentialListResponse({ entries, nextCursor });
}

export function DescribeListCredentials(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'listCredentials',
      summary: 'List the M2M credentials of the organization',
      description:
        'All credentials, newest first; in pages if `limit` or `cursor` is given. Contains no secrets.',
    }),
    ApiOkResponse({
      description: 'The credentials of the caller’s organization.',
      type: CredentialListResponse,
      examples: {
        one: { summary: 'One credential', value: listOf([exampleCredential]) },
        overlap: { summary: 'A credential whose old secret still works', value: listOf([exampleOverlap]) },
        none: { summary: 'No credential', value: listOf([]) },
        page: { summary: 'A page that is not the last', value: listOf([exampleCredential], exampleCursor) },
      },
    }),
    ApiProblem(pageRefused),
  );
}
