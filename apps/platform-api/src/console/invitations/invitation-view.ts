import { type PlatformTypes } from '@governance/client';
import { dayInWords } from '../moments';
import { roleWords } from '../role-words';

type Invitation = PlatformTypes['schemas']['ListedInvitation'];

export const statuses = ['pending', 'accepted', 'expired', 'revoked'] as const;
export type Status = (typeof statuses)[number];

export const statusWords: Readonly<Record<Status, string>> = {
  pending: 'Pending',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** Undefined: every status. */
export function statusOf(value: unknown): Status | undefined {
  return statuses.find((each) => each === value);
}

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly status: string;
  readonly isPending: boolean;
  readonly created: string;
  readonly ends: string;
}

export function invitationRow(invitation: Invitation): InvitationRow {
  const { id, email, role, status, created_at: created, expires_at: ends } = invitation;
  return {
    id,
    email,
    role: roleWords[role],
    status: statusWords[status],
    isPending: status === 'pending',
    created: dayInWords(new Date(created)),
    ends: dayInWords(new Date(ends)),
  };
}
