import { type InvitedRole } from '../caller/role';

/** An invitation to become a member of an organization (spec 2.10). */
export interface Invitation {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  /** Only the recipient of mail to this address can accept. */
  readonly email: string;
  readonly role: InvitedRole;
  /** The required connection; undefined lets the invitee choose. */
  readonly connectionId: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** `revoked`: by an admin, or because a newer invitation to the same address has replaced it. */
export const invitationStatuses = ['pending', 'accepted', 'expired', 'revoked'] as const;

export type InvitationStatus = (typeof invitationStatuses)[number];

/** An invitation as stored. Only the identity provider knows whether it was accepted. */
export interface StoredInvitation extends Invitation {
  /** It was revoked, or a newer invitation to the same address has replaced it. */
  readonly isReplaced: boolean;
  /** Its mail is not sent yet, and not cancelled. */
  readonly isMailWaiting: boolean;
}

export interface ListedInvitation extends Invitation {
  readonly status: InvitationStatus;
}

const lifeMs = 7 * 86_400_000;

/** The expiry of an invitation created at this time. */
export function invitationExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifeMs);
}
