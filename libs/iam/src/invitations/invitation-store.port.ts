import { type AuditContext } from '../audit/audit-trail.port';
import { type Invitation } from './invitation';

/** Data stored with a new invitation. */
export interface InvitationParts {
  /** The token in the link: 256 random bits as text. Stored sealed until the mail is prepared or can no longer be sent. */
  readonly token: string;
  /** The id of the mail's delivery, which is queued in the same transaction. */
  readonly deliveryId: string;
  readonly audit: AuditContext;
}

/** An invitation whose mail must be prepared. */
export interface UnsentInvitation {
  readonly invitation: Invitation;
  readonly token: string;
}

/** The invitations of one organization. Every method rejects with `StoreUnavailable`. */
export abstract class OrgInvitations {
  /**
   * Stores an invitation with its mail and its audit row in one transaction, and returns the stored invitation. It replaces
   * a pending invitation to the same address, and its time is later even if the clocks of two programs differ. Of several
   * concurrent invitations the last one is pending; unsent mail of the others is cancelled.
   */
  abstract create(invitation: Invitation, parts: InvitationParts): Promise<Invitation>;
}

/** Operations across organizations. Every method rejects with `StoreUnavailable`. */
export abstract class SystemInvitations {
  /** Undefined when the invitation was replaced, is expired at `now`, or its mail was already prepared. */
  abstract findUnsent(id: string, now: Date): Promise<UnsentInvitation | undefined>;
}

/** Invitations, each of one organization. Only the identity provider knows whether one was accepted. */
export abstract class InvitationStore {
  abstract forOrg(orgId: string): OrgInvitations;

  abstract systemScope(reason: 'invitation-mail'): SystemInvitations;
}
