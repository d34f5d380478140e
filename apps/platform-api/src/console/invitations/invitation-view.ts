import { type PlatformTypes } from '@governance/client';
import { dayInWords } from '../moments';
import { roleWords } from '../role-words';

type Invitation = PlatformTypes['schemas']['ListedInvitation'];

export const statusWords: Readonly<Record<Invitation['status'], string>> = {
  pending: 'Pending',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
};

export function invitationRow(invitation: Invitation) {
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
