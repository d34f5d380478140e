import { ApiProblem, pageRefused } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AuditEventListResponse } from './audit-event.dto';
import { exampleEvents, filterRefused } from './audit-event.openapi';

const nextCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';

export function DescribeListAuditEvents(): MethodDecorator {
  return applyDecorators(
    ApiTags('audit'),
    ApiOperation({
      operationId: 'listAuditEvents',
      summary: 'List the audit events of the organization',
      description:
        'Every write of a user, machine or operator and every refused write, newest first, in pages of 100 unless `limit` says otherwise. Repeat the conditions with each `cursor`. Events are deleted after the operator’s retention period, 400 days by default.',
    }),
    ApiOkResponse({
      description: 'A page of the events of the caller’s organization.',
      type: AuditEventListResponse,
      examples: {
        page: {
          summary: 'A page that is not the last',
          value: new AuditEventListResponse({ entries: exampleEvents, nextCursor }),
        },
        none: {
          summary: 'No event',
          value: new AuditEventListResponse({ entries: [], nextCursor: undefined }),
        },
      },
    }),
    ApiProblem(pageRefused, ...filterRefused),
  );
}
