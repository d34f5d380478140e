import { type Role } from '../caller/role';

/** An invitation to become a member of an organization (spec 2.10). */
export interface Invitation {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  /** Only the recipient of mail to this address can accept. */
  readonly email: string;
  readonly role: Role;
  /** The required connection; undefined lets the invitee choose. */
  readonly connectionId: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const lifeMs = 7 * 86_400_000;

/** The expiry of an invitation created at this time. */
export function invitationExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifeMs);
}
