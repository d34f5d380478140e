import { type AuditActor, type AuditContext } from '../audit/audit-trail.port';
import { type ListPage } from '../list-page';
import { type Invitation, type StoredInvitation } from './invitation';

/** Data stored with a new invitation. */
export interface InvitationParts {
  /** The token in the link: 256 random bits as text. Stored sealed until the mail is prepared or can no longer be sent. */
  readonly token: string;
  /** The id of the mail's delivery, which is queued in the same transaction. */
  readonly deliveryId: string;
  readonly audit: AuditContext;
}

export interface Revocation {
  readonly at: Date;
  readonly audit: AuditContext;
}

/** An invitation whose mail must be prepared. */
export interface UnsentInvitation {
  readonly invitation: Invitation;
  readonly token: string;
  /** The person, machine or operator who made it, or sent it again. */
  readonly invitedBy: AuditActor;
}

/** The invitations of one organization. The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`. */
export abstract class OrgInvitations {
  /**
   * Stores an invitation with its mail and its audit row in one transaction, and returns the stored invitation. It replaces
   * a pending invitation to the same address, and its time is later even if the clocks of two programs differ. Of several
   * concurrent invitations the last one is pending; unsent mail of the others is cancelled.
   */
  abstract create(invitation: Invitation, parts: InvitationParts): Promise<Invitation>;

  /**
   * Like `create`, for an invitation that replaces the one with this id. Undefined, and stores nothing, when that one was
   * replaced or revoked before.
   */
  abstract replace(
    id: string,
    invitation: Invitation,
    parts: InvitationParts,
  ): Promise<Invitation | undefined>;

  /** Newest first, then by descending id, until the worker deletes them. */
  abstract list(page: ListPage): Promise<readonly StoredInvitation[]>;

  abstract find(id: string): Promise<StoredInvitation | undefined>;

  /**
   * Records the revocation with its audit row, and cancels the mail, in one transaction. False when the invitation was replaced
   * or revoked before.
   */
  abstract revoke(id: string, revocation: Revocation): Promise<boolean>;
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
