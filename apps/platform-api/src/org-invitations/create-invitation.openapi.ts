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
  pinned: { summary: 'By one connection', value: { email, role: 'viewer', connection_id } },
  free: { summary: 'By any connection', value: { email, role: 'account-admin' } },
};

const answers = {
  pinned: { summary: 'By one connection', value: new InvitationResponse(exampleInvitation) },
  free: {
    summary: 'By any connection',
    value: new InvitationResponse({ ...exampleInvitation, role: 'account-admin', connectionId: undefined }),
  },
};

const refusals: readonly ProblemDescription[] = [
  {
    kind: 'invalid',
    when: 'The address is missing or is none.',
    texts: ['email must be an email', 'email must be well-formed text without NUL characters'],
  },
  {
    kind: 'invalid',
    when: 'The role is missing or there is no such role.',
    texts: ['role must be a string', 'role must be account-admin or viewer'],
  },
  {
    kind: 'invalid',
    when: 'The organization of the caller has no such connection, or it is disabled.',
    texts: [
      'connection_id must be a string',
      'connection_id must name an enabled connection of this organization',
    ],
  },
  {
    kind: 'invalid',
    when: 'The body has a member that the request has not.',
    texts: ['name is not a member of this request'],
  },
  {
    kind: 'forbidden',
    when: 'Nobody gives more than they hold.',
    texts: ['the role has permissions that the access token lacks'],
    headers: { 'WWW-Authenticate': constantHeader('Bearer error="insufficient_scope"', 'RFC 6750') },
  },
  {
    kind: 'conflict',
    when: 'The person is a member already.',
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
        'The person gets a mail with a link that works for this address only, once, for seven days. Mail to one address is limited: the invitation may wait for its turn.',
        'A pending invitation to the same address is replaced, and its link dies. So this can be repeated.',
      ].join('\n\n'),
    }),
    ApiBody({ type: CreateInvitationRequest, examples: bodies }),
    ApiCreatedResponse({
      description: 'The invitation. Its mail is on its way.',
      type: InvitationResponse,
      examples: answers,
    }),
    ApiProblem(...unreadableBody, bodyNotAnObject, ...refusals),
  );
}
