import { ApiProblem, type ProblemDescription, variableHeader } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, type ContentObject } from '@nestjs/swagger';
import { exampleEvents, filterRefused } from './audit-event.openapi';
import { auditWriters } from './audit-export';

const formatRefused: ProblemDescription = {
  kind: 'invalid',
  when: 'The format is unknown or given twice.',
  texts: ['format must be jsonl or csv'],
};

const content: ContentObject = Object.fromEntries(
  Object.values(auditWriters).map(({ mediaType, head, write }) => {
    const example = head + exampleEvents.map(write).join('');
    return [mediaType, { schema: { type: 'string' }, example }];
  }),
);

const headers = {
  'Content-Disposition': variableHeader(
    'attachment; filename="audit-events.jsonl"',
    'The name of the file.',
    String.raw`^attachment; filename="audit-events\.(jsonl|csv)"$`,
  ),
};

export function DescribeExportAuditEvents(): MethodDecorator {
  return applyDecorators(
    ApiTags('audit'),
    ApiOperation({
      operationId: 'exportAuditEvents',
      summary: 'Export the audit events of the organization',
      description:
        'The same events as the list, all in one file: JSON Lines with an entry of the list per line, or CSV. A cell that a spreadsheet would compute begins with an apostrophe. An export that fails or takes more than a minute ends without the last chunk, which is an error for every HTTP client: export a shorter time then.',
    }),
    ApiOkResponse({ description: 'The events, newest first.', content, headers }),
    ApiProblem(formatRefused, ...filterRefused),
  );
}
