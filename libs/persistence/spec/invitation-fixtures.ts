import { type AuditContext, type Invitation, invitationExpiry, type InvitationParts } from '@governance/iam';
import { randomBytes, randomUUID } from 'node:crypto';
import { contextOf } from './credential-fixtures';
import { noon } from './fixtures';

export function invitationOf(overrides: Partial<Invitation> = {}): Invitation {
  const { createdAt = noon } = overrides;
  return {
    id: randomUUID(),
    orgId: 'acme',
    email: 'invitee@example.com',
    role: 'viewer',
    connectionId: undefined,
    createdAt,
    expiresAt: invitationExpiry(createdAt),
    ...overrides,
  };
}

export function partsOf(
  { id, orgId }: Invitation,
  overrides: Partial<InvitationParts> = {},
): InvitationParts {
  const audit: AuditContext = contextOf('org-invitations:create', { orgId, target: id });
  return {
    token: randomBytes(32).toString('base64url'),
    deliveryId: randomUUID(),
    audit,
    ...overrides,
  };
}
