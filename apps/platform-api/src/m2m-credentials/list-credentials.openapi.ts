import { ApiProblem, pageRefused, type ProblemDescription } from '@governance/http';
import { type M2mCredential } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CredentialListResponse } from './credential.dto';
import { exampleCredential, exampleOverlap } from './credential.openapi';

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

const filterRefused: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'A condition is invalid.',
    texts: [
      'name must have at most 100 characters, none of them a control character',
      'expires_before must be an RFC 3339 timestamp',
      'used must be true or false',
    ],
  },
  {
    kind: 'invalid',
    when: 'A condition is given twice.',
    texts: ['name', 'expires_before', 'used'].map((name) => `${name} must be given once`),
  },
];

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
        'All credentials that match, newest first; in pages if `limit` or `cursor` is given. Repeat the conditions with each `cursor`. Contains no secrets.',
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
    ApiProblem(pageRefused, ...filterRefused),
  );
}
