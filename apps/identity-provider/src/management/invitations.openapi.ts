import {
  InvitationStateListResponse,
  InvitationStatesRequest,
  OfferedInvitationResponse,
  PutInvitationRequest,
  WithdrawInvitationRequest,
} from './invitation.dto';
import { conflict, DescribeManagement, notFound } from './management.openapi';
import { email, id, invitationIds, invitationToken, role, timestamp, uuid } from './member-rules';

/** In the format of a token. */
const token = 'A'.repeat(43);
const invitationId = '8d2f1b7e-3c64-4a19-9e05-7f6a2c1d4b38';
const invited = {
  orgId: 'org_acme',
  email: 'invitee@acme.example',
  role: 'viewer',
  createdAt: '2026-11-20T12:00:00Z',
  expiresAt: '2026-11-27T12:00:00Z',
};
const invitedMembers = {
  orgId: id,
  email,
  role,
  connectionId: id,
  createdAt: timestamp,
  expiresAt: timestamp,
};

export const DescribePutInvitation = DescribeManagement({
  tag: 'invitations',
  operationId: 'putInvitation',
  summary: 'Offer an invitation',
  description:
    'An invitation does not change after its first offer: repeating the call returns the same link. A new invitation replaces older ones to the same mailbox in the organization.',
  path: { invitationId: uuid },
  body: {
    type: PutInvitationRequest,
    example: { ...invited, token },
    members: { ...invitedMembers, token: invitationToken },
  },
  answer: {
    type: OfferedInvitationResponse,
    example: new OfferedInvitationResponse({
      link: `https://login.example.org/invitations/${token}`,
      orgName: 'Acme MSP',
    }),
    description: 'The data for the invitation mail.',
  },
  problems: [
    notFound,
    conflict(
      'The invitation was replaced, or a newer invitation to the same mailbox exists.',
      'the invitation has been replaced',
      'there is a newer invitation to this address',
    ),
  ],
});

export const DescribeWithdrawInvitation = DescribeManagement({
  tag: 'invitations',
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  description:
    'Ends the link. An invitation that was not offered is stored without a link, and a later offer is refused.',
  path: { invitationId: uuid },
  body: { type: WithdrawInvitationRequest, example: invited, members: invitedMembers },
  problems: [conflict('The invitation was accepted.', 'the invitation has been accepted')],
});

export const DescribeInvitationStates = DescribeManagement({
  tag: 'invitations',
  operationId: 'readInvitationStates',
  summary: 'Read the states of invitations',
  description: 'Invitations that are unknown, or of another organization, are omitted.',
  path: { orgId: id },
  body: {
    type: InvitationStatesRequest,
    example: { invitationIds: [invitationId] },
    members: { invitationIds },
  },
  answer: {
    type: InvitationStateListResponse,
    example: new InvitationStateListResponse([{ id: invitationId, state: 'accepted' }]),
    description: 'The states.',
  },
});
