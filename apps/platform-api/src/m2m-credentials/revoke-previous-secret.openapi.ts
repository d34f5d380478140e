import { ApiProblem, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiCredentialId,
  atFormerProvider,
  changeUnfinished,
  credentialNotFound,
  overtaken,
} from './credential.openapi';

export function DescribeRevokePreviousSecret(): MethodDecorator {
  return applyDecorators(
    ApiTags('m2m-credentials'),
    ApiOperation({
      operationId: 'revokePreviousSecret',
      summary: 'End the overlap of a rotation early',
      description:
        'The secret or key before the last rotation stops working at once. The current one stays. After a 503 it stops working within about a minute.',
    }),
    ApiCredentialId(),
    ApiNoContentResponse({ description: 'Only the current secret or key works.' }),
    ApiProblem(
      ...unreadableBody,
      credentialNotFound,
      {
        kind: 'not_found',
        when: 'The last rotation had no overlap, or the overlap has ended.',
        texts: ['this credential has no previous secret or key'],
      },
      changeUnfinished,
      overtaken,
      atFormerProvider,
    ),
  );
}
