import { OfferedInvitationResponse, PutInvitationRequest } from './invitation.dto';
import { conflict, DescribeManagement, notFound } from './management.openapi';
import { email, id, invitationToken, role, timestamp, uuid } from './member-rules';

/** In the format of a token. */
const token = 'A'.repeat(43);

export const DescribePutInvitation = DescribeManagement({
  tag: 'invitations',
  operationId: 'putInvitation',
  summary: 'Offer an invitation',
  description:
    'An invitation does not change after its first offer: repeating the call returns the same link. A new invitation replaces older ones to the same mailbox in the organization.',
  path: { invitationId: uuid },
  body: {
    type: PutInvitationRequest,
    example: {
      orgId: 'org_acme',
      email: 'invitee@acme.example',
      role: 'viewer',
      createdAt: '2026-11-20T12:00:00Z',
      expiresAt: '2026-11-27T12:00:00Z',
      token,
    },
    members: {
      orgId: id,
      email,
      role,
      connectionId: id,
      createdAt: timestamp,
      expiresAt: timestamp,
      token: invitationToken,
    },
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
