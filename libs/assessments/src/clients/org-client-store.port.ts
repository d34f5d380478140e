import { type AuditContext, type ListPage } from '@governance/iam';
import { type ClientFilter } from './client-filter';
import { type OrgClient, type OrgClientChange } from './org-client';

/** The facts of a write, of which the audit row is part. */
export interface ClientWrite {
  readonly now: Date;
  readonly audit: AuditContext;
}

/** `full`: the organization has as many clients as it may have. `taken`: another client has this reference. */
export type ClientRefusal = 'full' | 'taken';

/**
 * The clients of one organization. Every write stores its audit row in the same transaction. The caller has checked that ids are
 * UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgClients {
  /** Newest first, then by descending id. Opens the names of the page alone, with a search too. */
  abstract list(page: ListPage, filter: ClientFilter): Promise<readonly OrgClient[]>;

  abstract find(id: string): Promise<OrgClient | undefined>;

  abstract create(client: OrgClient, write: ClientWrite): Promise<OrgClient | ClientRefusal>;

  /** Concurrent changes of different members all hold. */
  abstract change(
    id: string,
    change: OrgClientChange,
    write: ClientWrite,
  ): Promise<OrgClient | 'unknown' | 'taken'>;

  /** Deletes the client with its names, its contact and the words that find it. False when there is none. */
  abstract delete(id: string, write: ClientWrite): Promise<boolean>;
}

/** The clients of organizations. */
export abstract class OrgClientStore {
  /** The number of clients that an organization may have. */
  abstract readonly quota: number;

  abstract forOrg(orgId: string): OrgClients;
}
