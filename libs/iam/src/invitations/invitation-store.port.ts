import { type AuditContext } from '../audit/audit-trail.port';
import { type Invitation } from './invitation';

/** What is kept with an invitation from the moment on at which it is made. */
export interface InvitationParts {
  /** What the link carries: 256 random bits as text. Kept sealed until the mail has been prepared or can go out no more. */
  readonly token: string;
  /** Of the mail, which is queued in the same transaction. */
  readonly deliveryId: string;
  readonly audit: AuditContext;
}

/** An invitation whose mail is to be prepared. */
export interface UnsentInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/** The invitations of one organization. Everything rejects with `StoreUnavailable`. */
export abstract class OrgInvitations {
  /**
   * Keeps an invitation together with its mail and its audit row, or none of them, and answers it as it is kept: later
   * than the one to the same address that was pending, which it replaces, whatever the clocks of two programs say. Of
   * several made at the same time the last one is pending; mail that has not gone out for the others is cancelled.
   */
  abstract create(invitation: Invitation, parts: InvitationParts): Promise<Invitation>;
}

/** What has to cross organizations. Everything rejects with `StoreUnavailable`. */
export abstract class SystemInvitations {
  /** Undefined when it has been replaced, has expired at `now`, or its mail has been prepared before. */
  abstract findUnsent(id: string, now: Date): Promise<UnsentInvitation | undefined>;
}

/** Invitations, each of one organization; whether one has been accepted is known where people sign in. */
export abstract class InvitationStore {
  abstract forOrg(orgId: string): OrgInvitations;

  abstract systemScope(reason: 'invitation-mail'): SystemInvitations;
}
