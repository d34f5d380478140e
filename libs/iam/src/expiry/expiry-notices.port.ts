import { type CredentialType } from '../credentials/credential';

/** How many days before the end of a secret or key the account admins of its organization get a mail. */
export const noticeDays = [30, 7, 1] as const;

export type NoticeDays = (typeof noticeDays)[number];

/** A credential in a notice, as its admins know it. */
export interface EndingCredential {
  readonly name: string;
  readonly type: CredentialType;
  readonly expiresAt: Date;
}

/** What a mail says: the credentials of one organization that expire soon, the next to expire first. Never empty. */
export interface ExpiryNotice {
  readonly orgId: string;
  readonly credentials: readonly EndingCredential[];
}

/** One mail of a notice. */
export interface NoticeMail {
  /** A UUID. */
  readonly deliveryId: string;
  readonly email: string;
}

/**
 * The notices about secrets and keys that expire. A secret or key has at most one notice for each of `noticeDays`, however often
 * and by however many workers it is queued. One that is newer than such a day has none for it, and neither has a previous secret in its
 * overlap. A rotation starts anew. Every method rejects with `StoreUnavailable`.
 */
export abstract class ExpiryNotices {
  /** The organizations for which `queue` would find credentials. */
  abstract organizationsDue(now: Date): Promise<readonly string[]>;

  /**
   * Queues one mail to each recipient about all credentials of the organization with a due notice, in one transaction that
   * also records the notices. Returns the number of credentials; without any it queues nothing.
   */
  abstract queue(
    orgId: string,
    notice: { readonly now: Date; readonly mails: readonly NoticeMail[] },
  ): Promise<number>;

  /** The credentials of a notice that still end as it says; undefined when all are rotated, revoked or ended. */
  abstract find(noticeId: string, now: Date): Promise<ExpiryNotice | undefined>;

  /** The number of credentials of all organizations that expire within each of `noticeDays`. */
  abstract countEnding(now: Date): Promise<ReadonlyMap<NoticeDays, number>>;

  /** Deletes notices with their mails, which contain addresses. Returns the number of notices. */
  abstract removeOld(until: Date): Promise<number>;
}
