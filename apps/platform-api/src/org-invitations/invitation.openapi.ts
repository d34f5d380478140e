import { constantHeader, type ProblemDescription } from '@governance/http';
import { type Invitation } from '@governance/iam';
import { ApiParam } from '@nestjs/swagger';

/** The invitation in every example. */
export const exampleInvitation: Invitation = {
  id: '8d2f1b7e-3c64-4a19-9e05-7f6a2c1d4b38',
  orgId: 'org_acme',
  email: 'invitee@example.com',
  role: 'viewer',
  connectionId: 'con_acme_sso',
  createdAt: new Date('2026-11-20T12:00:00.000Z'),
  expiresAt: new Date('2026-11-27T12:00:00.000Z'),
};
export function ApiInvitationId(): MethodDecorator {
  return ApiParam({
    name: 'invitationId',
    description: 'The `id` of the invitation.',
    schema: { type: 'string', format: 'uuid', examples: [exampleInvitation.id] },
  });
}

export const roleExceeded: ProblemDescription = {
  kind: 'forbidden',
  when: 'The role has permissions that the caller lacks.',
  texts: ['the role has permissions that the access token lacks'],
  headers: { 'WWW-Authenticate': constantHeader('Bearer error="insufficient_scope"', 'RFC 6750') },
};

export const memberExists: ProblemDescription = {
  kind: 'conflict',
  when: 'The person is already a member.',
  texts: ['a member of this organization has this address'],
};

export const invitationNotFound: ProblemDescription = {
  kind: 'not_found',
  when: 'The caller’s organization has no invitation with this id.',
  texts: ['there is no invitation with this id'],
};
