import { type AuditContext, type ListPage, type OrgViewer } from '@governance/iam';
import { type ClientFilter } from './client-filter';
import { type OrgClient, type OrgClientChange } from './org-client';

/** The facts of a write, of which the audit row is part. */
export interface ClientWrite {
  readonly now: Date;
  readonly audit: AuditContext;
}

/** `full`: the organization has as many clients as it may have. `taken`: another client has this reference. */
export type ClientRefusal = 'full' | 'taken';

/** A line of an import. With an `id`, or the reference of a client, it changes this client; else it creates one. */
export interface ClientLine {
  readonly id: string | undefined;
  readonly change: OrgClientChange;
  /** Of the client that it may create. */
  readonly newId: string;
}

/**
 * `unchanged`: the client has these details already. `unknown`: the viewer sees no client with the id. `nameless`: a new client
 * needs a name. `unassignable`: only who sees all clients changes who sees one.
 */
export type ImportedLine =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly id: string }
  | { readonly outcome: ClientRefusal | 'unknown' | 'nameless' | 'unassignable' };

/**
 * The clients of one organization that a viewer sees. All others are unknown here, but they count for the quota, and no two have
 * the same reference. Every write stores its audit row in the same transaction. The caller has checked that ids are
 * UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgClients {
  /** Newest first, then by descending id. Opens the names of the page alone, with a search too. */
  abstract list(page: ListPage, filter: ClientFilter): Promise<readonly OrgClient[]>;

  abstract find(id: string): Promise<OrgClient | undefined>;

  /** Those with one of the ids, by id. */
  abstract among(ids: readonly string[]): Promise<ReadonlyMap<string, OrgClient>>;

  abstract create(client: OrgClient, write: ClientWrite): Promise<OrgClient | ClientRefusal>;

  /** Concurrent changes of different members all hold. */
  abstract change(
    id: string,
    change: OrgClientChange,
    write: ClientWrite,
  ): Promise<OrgClient | 'unknown' | 'taken'>;

  /** Carries out the lines one after the other, in one transaction, with an audit row for each client that it writes. */
  abstract import(lines: readonly ClientLine[], write: ClientWrite): Promise<readonly ImportedLine[]>;

  /** Deletes the client with its names, its contact and the words that find it. False when there is none. */
  abstract delete(id: string, write: ClientWrite): Promise<boolean>;
}

/** The clients of organizations. */
export abstract class OrgClientStore {
  /** The number of clients that an organization may have. */
  abstract readonly quota: number;

  abstract forViewer(viewer: OrgViewer): OrgClients;
}
