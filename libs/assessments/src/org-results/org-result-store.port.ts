import { type AuditContext, type ListPage, type OrgViewer } from '@governance/iam';
import { type AttachedResult } from './attached-result';
import { type ResultFilter } from './result-filter';

/** The facts of a change, of which the audit row is part. */
export interface AttachmentChange {
  readonly now: Date;
  readonly audit: AuditContext;
}

/** Absent: the client is the one with the proven domain of the result, or else a new one. */
export interface NewAttachment extends AttachmentChange {
  readonly clientId?: string | undefined;
}

/**
 * `moved`: it belonged to another client. `known`: nothing changes. `withdrawn`: its certificate no longer counts. `full` and
 * `clients-full`: the organization has as many results, or as many clients, as it may have.
 */
export type Attachment =
  'attached' | 'moved' | 'known' | 'unknown' | 'unknown-client' | 'withdrawn' | 'full' | 'clients-full';

/**
 * The results that a viewer sees of its organization. An attachment is a row of organization and result, which ends with the result, with its client,
 * and with the erasure of its submitter. The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgResults {
  /** Stores the attachment with its audit row in one transaction. */
  abstract attach(resultId: string, change: NewAttachment): Promise<Attachment>;

  /** Removes the attachment with its audit row in one transaction. False when there is none. The client stays. */
  abstract detach(resultId: string, change: AttachmentChange): Promise<boolean>;

  /** Newest first, then by descending id. Opens the names of the page alone. */
  abstract list(page: ListPage, filter: ResultFilter): Promise<readonly AttachedResult[]>;

  abstract find(resultId: string): Promise<AttachedResult | undefined>;
}

/** The numbers that an organization may have. */
export interface ResultQuotas {
  readonly results: number;
  readonly clients: number;
}

/** The results that organizations have attached. */
export abstract class OrgResultStore {
  abstract readonly quotas: ResultQuotas;

  /** Those of the clients that the viewer sees (ADR 73). */
  abstract forViewer(viewer: OrgViewer): OrgResults;
}
