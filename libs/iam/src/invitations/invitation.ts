import { type Role } from '../caller/role';

/** A person is asked to become a member of an organization (spec 2.10). */
export interface Invitation {
  /** A UUID. */
  readonly id: string;
  readonly orgId: string;
  /** Only who reads mail to this address can accept. */
  readonly email: string;
  readonly role: Role;
  /** The connection that has to be used; undefined leaves the choice to the person. */
  readonly connectionId: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const lifeMs = 7 * 86_400_000;

/** Until when an invitation of that moment can be accepted. */
export function invitationExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + lifeMs);
}
