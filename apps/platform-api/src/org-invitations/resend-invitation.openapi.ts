import { ApiProblem, bodyNotAnObject, type ProblemDescription, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InvitationResponse } from './invitation.dto';
import {
  ApiInvitationId,
  exampleInvitation,
  invitationNotFound,
  memberExists,
  roleExceeded,
} from './invitation.openapi';
import { ResendInvitationRequest } from './resend-invitation.dto';

const refusals: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The body has a member.',
    texts: ['email is not a member of this request'],
  },
  {
    kind: 'conflict',
    when: 'The invitation is not pending.',
    texts: ['accepted', 'expired', 'revoked'].map(
      (status) => `the invitation is no longer pending: it is ${status}`,
    ),
  },
  {
    kind: 'conflict',
    when: 'The invitation is pinned to a connection that is disabled.',
    texts: ['the connection of the invitation is disabled'],
  },
];

export function DescribeResendInvitation(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'resendInvitation',
      summary: 'Send an invitation again',
      description: [
        'A new invitation with the same address, role and connection replaces the pending one: it has its own id and link, and expires in seven days. The older link stops working.',
        'Mail to one address is rate-limited as for other invitations, so the mail may be delayed.',
      ].join('\n\n'),
    }),
    ApiInvitationId(),
    ApiBody({ type: ResendInvitationRequest, required: false, examples: { none: { value: {} } } }),
    ApiCreatedResponse({
      description: 'The new invitation. Its mail is queued.',
      type: InvitationResponse,
      examples: { one: { summary: 'An invitation', value: new InvitationResponse(exampleInvitation) } },
    }),
    ApiProblem(
      ...unreadableBody,
      bodyNotAnObject,
      ...refusals,
      roleExceeded,
      memberExists,
      invitationNotFound,
    ),
  );
}
