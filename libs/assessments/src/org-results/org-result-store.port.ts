import { type AuditContext } from '@governance/iam';
import { type AttachedResult, type AttachedResultDetails } from './attached-result';

/** The facts of a change, of which the audit row is part. */
export interface AttachmentChange {
  readonly now: Date;
  readonly audit: AuditContext;
}

/**
 * `known`: it was attached before, and nothing changes. `withdrawn`: its certificate no longer counts. `full`: the organization has
 * as many results as it may have.
 */
export type Attachment = 'attached' | 'known' | 'unknown' | 'withdrawn' | 'full';

/**
 * The results of one organization. An attachment is a row of organization and result, which ends with the result and with the erasure
 * of its submitter. The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgResults {
  /** Stores the attachment with its audit row in one transaction, and recognises its client: see `clientIdOf`. */
  abstract attach(resultId: string, change: AttachmentChange): Promise<Attachment>;

  /** Removes the attachment with its audit row in one transaction. False when there is none. */
  abstract detach(resultId: string, change: AttachmentChange): Promise<boolean>;

  /** All of them, newest first, then by descending id. The quota of the organization bounds the list. */
  abstract all(): Promise<readonly AttachedResult[]>;

  /** The details of attached results, by their ids. */
  abstract detailsOf(resultIds: readonly string[]): Promise<ReadonlyMap<string, AttachedResultDetails>>;
}

/** The results that organizations have attached. */
export abstract class OrgResultStore {
  /** The number of results that an organization may have. */
  abstract readonly quota: number;

  abstract forOrg(orgId: string): OrgResults;
}
