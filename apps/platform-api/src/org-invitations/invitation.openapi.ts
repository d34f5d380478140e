import {
  bodyNotAnObject,
  membersRefused,
  pageRefused,
  unreadableBody,
  describeOperation,
} from '@governance/http';
import { type Invitation, type ListedInvitation } from '@governance/iam';
import { CreateInvitationRequest } from './create-invitation.dto';
import { InvitationListResponse } from './invitation-list.dto';
import { InvitationResponse } from './invitation.dto';
import {
  alreadyAccepted,
  alreadyMember,
  disabledConnection,
  exceedingRole,
  invitationRefused,
  notPending,
  unknownInvitation,
} from './invitation-problems';
import { statusRefused } from './list-invitations-query.dto';
import { ResendInvitationRequest } from './resend-invitation.dto';

export const exampleInvitation: Invitation = {
  id: '8d2f1b7e-3c64-4a19-9e05-7f6a2c1d4b38',
  orgId: 'org_acme',
  email: 'invitee@example.com',
  role: 'viewer',
  connectionId: 'con_acme_sso',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  expiresAt: new Date('2026-11-27T12:00:00.000Z'),
};

export const invitationIdParameter = {
  name: 'invitationId',
  description: 'The `id` of the invitation.',
  schema: { type: 'string', format: 'uuid', examples: [exampleInvitation.id] },
};

const exampleCursor = 'AQAAAAGDnWyqkyRuDxW4fVuVBqvV0c3lwMsJYdvG';
const pending: ListedInvitation = { ...exampleInvitation, status: 'pending' };

function listOf(entries: readonly ListedInvitation[], nextCursor?: string): InvitationListResponse {
  return new InvitationListResponse({ entries, nextCursor });
}

export const DescribeListInvitations = describeOperation({
  tag: 'members',
  operationId: 'listInvitations',
  summary: 'List the invitations of the organization',
  description:
    'Newest first, in pages. Expired invitations stay for 30 days, unless the operator has set another time. Contains no links.',
  ok: {
    description: 'The invitations of the caller’s organization.',
    type: InvitationListResponse,
    examples: {
      one: { summary: 'One invitation', value: listOf([pending]) },
      none: { summary: 'No invitation', value: listOf([]) },
      page: { summary: 'A page that is not the last', value: listOf([pending], exampleCursor) },
    },
  },
  problems: [pageRefused, statusRefused],
});

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

export const DescribeCreateInvitation = describeOperation({
  tag: 'members',
  operationId: 'createInvitation',
  summary: 'Invite a person into the organization',
  description: [
    'The person gets a mail with a link that works once, for this address only, for seven days. Mail to one address is rate-limited, so the invitation may be delayed.',
    'A new invitation replaces a pending one to the same address, whose link stops working. The call can be repeated.',
  ].join('\n\n'),
  body: { type: CreateInvitationRequest, examples: bodies },
  created: {
    description: 'The invitation. Its mail is queued.',
    type: InvitationResponse,
    examples: answers,
  },
  problems: [...unreadableBody, bodyNotAnObject, ...invitationRefused, exceedingRole, alreadyMember],
});

export const DescribeResendInvitation = describeOperation({
  tag: 'members',
  operationId: 'resendInvitation',
  summary: 'Send an invitation again',
  description: [
    'A new invitation with the same address, role and connection replaces the pending one: it has its own id and link, and expires in seven days. The older link stops working.',
    'Mail to one address is rate-limited as for other invitations, so the mail may be delayed.',
  ].join('\n\n'),
  parameter: invitationIdParameter,
  body: { type: ResendInvitationRequest, required: false, examples: { none: { value: {} } } },
  created: {
    description: 'The new invitation. Its mail is queued.',
    type: InvitationResponse,
    examples: { one: { summary: 'An invitation', value: new InvitationResponse(exampleInvitation) } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    membersRefused('email', 'Send no members; to change the address, invite again'),
    notPending,
    disabledConnection,
    exceedingRole,
    alreadyMember,
    unknownInvitation,
  ],
});

export const DescribeRevokeInvitation = describeOperation({
  tag: 'members',
  operationId: 'revokeInvitation',
  summary: 'Revoke an invitation',
  description:
    'Its link stops working, and its mail is not sent if it still waits. A second revocation returns 404. After an error with 503, repeat the call.',
  parameter: invitationIdParameter,
  noContent: { description: 'The invitation cannot be accepted.' },
  problems: [...unreadableBody, unknownInvitation, alreadyAccepted],
});
