import {
  ApiProblem,
  bodyNotAnObject,
  constantHeader,
  type ProblemDescription,
  unreadableBody,
} from '@governance/http';
import { type Invitation } from '@governance/iam';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateInvitationRequest } from './create-invitation.dto';
import { InvitationResponse } from './invitation.dto';

export const exampleInvitation: Invitation = {
  id: '8d2f1b7e-3c64-4a19-9e05-7f6a2c1d4b38',
  orgId: 'org_acme',
  email: 'invitee@example.com',
  role: 'viewer',
  connectionId: 'con_acme_sso',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  expiresAt: new Date('2026-11-27T12:00:00.000Z'),
};
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
  {
    kind: 'forbidden',
    when: 'The role has permissions that the caller lacks.',
    texts: ['the role has permissions that the access token lacks'],
    headers: { 'WWW-Authenticate': constantHeader('Bearer error="insufficient_scope"', 'RFC 6750') },
  },
  {
    kind: 'conflict',
    when: 'The person is already a member.',
    texts: ['a member of this organization has this address'],
  },
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
