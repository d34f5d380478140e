import { ApiProblem, bodyNotAnObject, type ProblemDescription, unreadableBody } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateInvitationRequest } from './create-invitation.dto';
import { exampleInvitation, memberExists, roleExceeded } from './invitation.openapi';
import { InvitationResponse } from './invitation.dto';

const { email, connectionId: connection_id } = exampleInvitation;

const bodies = {
  pinned: { summary: 'With a pinned connection', value: { email, role: 'viewer', connection_id } },
  free: { summary: 'With any connection', value: { email, role: 'account-admin' } },
};

const answers = {
  pinned: { summary: 'With a pinned connection', value: new InvitationResponse(exampleInvitation) },
  free: {
    summary: 'With any connection',
    value: new InvitationResponse({ ...exampleInvitation, role: 'account-admin', connectionId: undefined }),
  },
};

const refusals: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The address is missing or invalid.',
    texts: ['email must be an email', 'email must be well-formed text without NUL characters'],
  },
  {
    kind: 'invalid',
    when: 'The role is missing or unknown.',
    texts: ['role must be a string', 'role must be account-admin or viewer'],
  },
  {
    kind: 'invalid',
    when: 'The caller’s organization has no such connection, or it is disabled.',
    texts: [
      'connection_id must be a string',
      'connection_id must name an enabled connection of this organization',
    ],
  },
  {
    kind: 'invalid',
    when: 'The body has an unknown member.',
    texts: ['name is not a member of this request'],
  },
  roleExceeded,
  memberExists,
];

export function DescribeCreateInvitation(): MethodDecorator {
  return applyDecorators(
    ApiTags('members'),
    ApiOperation({
      operationId: 'createInvitation',
      summary: 'Invite a person into the organization',
      description: [
        'The person gets a mail with a link that works once, for this address only, for seven days. Mail to one address is rate-limited, so the invitation may be delayed.',
        'A new invitation replaces a pending one to the same address, whose link stops working. The call can be repeated.',
      ].join('\n\n'),
    }),
    ApiBody({ type: CreateInvitationRequest, examples: bodies }),
    ApiCreatedResponse({
      description: 'The invitation. Its mail is queued.',
      type: InvitationResponse,
      examples: answers,
    }),
    ApiProblem(...unreadableBody, bodyNotAnObject, ...refusals),
  );
}
