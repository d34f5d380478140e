import { ApiProblem, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiInvitationId, invitationNotFound } from './invitation.openapi';

export function DescribeRevokeInvitation(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'revokeInvitation',
      summary: 'Revoke an invitation',
      description:
        'Its link stops working, and its mail is not sent if it still waits. A second revocation returns 404. After an error with 503, repeat the call.',
    }),
    ApiInvitationId(),
    ApiNoContentResponse({ description: 'The invitation cannot be accepted.' }),
    ApiProblem(...unreadableBody, invitationNotFound, {
      kind: 'conflict',
      when: 'The invitation was accepted: the person is, or was, a member.',
      texts: ['the invitation is no longer pending: it is accepted'],
    }),
  );
}
