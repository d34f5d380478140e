import { ApiProblem, pageRefused } from '@governance/http';
import { type ListedInvitation } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InvitationListResponse } from './invitation-list.dto';
import { exampleInvitation } from './invitation.openapi';
import { statusRefused } from './list-invitations-query.dto';

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';
const pending: ListedInvitation = { ...exampleInvitation, status: 'pending' };

function listOf(entries: readonly ListedInvitation[], nextCursor?: string): InvitationListResponse {
  return new InvitationListResponse({ entries, nextCursor });
}

export function DescribeListInvitations(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'listInvitations',
      summary: 'List the invitations of the organization',
      description:
        'Newest first, in pages. Expired invitations stay for 30 days, unless the operator has set another time. Contains no links.',
    }),
    ApiOkResponse({
      description: 'The invitations of the caller’s organization.',
      type: InvitationListResponse,
      examples: {
        one: { summary: 'One invitation', value: listOf([pending]) },
        none: { summary: 'No invitation', value: listOf([]) },
        page: { summary: 'A page that is not the last', value: listOf([pending], exampleCursor) },
      },
    }),
    ApiProblem(pageRefused, {
      kind: 'invalid',
      when: 'The status is unknown or given twice.',
      texts: [statusRefused],
    }),
  );
}
