import { type AuditContext } from '../audit/audit-trail.port';
import { type M2mCredential, type ServiceIdentity } from '../credentials/credential';
import { type ListPage } from '../list-page';
import { type StoredTrustRule } from '../trust-rules/trust-rule-store.port';

/** A service identity with the credentials and trust rules that act for it. */
export interface ServiceIdentityEntry extends ServiceIdentity {
  readonly createdAt: Date;
  /** False when an admin has named it: then it stays until it is deleted. */
  readonly endsWithLastCredential: boolean;
  /** Newest first. */
  readonly credentials: readonly Pick<M2mCredential, 'id' | 'name'>[];
  /** Newest first. */
  readonly trustRules: readonly Pick<StoredTrustRule, 'id' | 'name'>[];
}

/** The facts of a change, of which the audit row is part. */
export interface IdentityChange {
  readonly now: Date;
  readonly audit: AuditContext;
}

/** `used`: a credential or trust rule acts for it, or one is being created. */
export type IdentityDeletion = 'deleted' | 'used' | 'unknown';

/**
 * The service identities of one organization. One exists while a credential or trust rule acts for it, and from its first renaming until
 * it is deleted. The identity provider does not know them: it stores a client's permissions. So every change is one
 * transaction with its audit row.
 *
 * The caller has checked that ids are UUIDs. Every method rejects with `StoreUnavailable`.
 */
export abstract class OrgServiceIdentities {
  /** Newest first, then by descending id. */
  abstract list(page: ListPage): Promise<readonly ServiceIdentityEntry[]>;

  /** Stores the name and keeps the identity until it is deleted. Undefined when there is none with this id. */
  abstract rename(
    id: string,
    name: string,
    change: IdentityChange,
  ): Promise<ServiceIdentityEntry | undefined>;

  /** Deletes an identity that no credential and no trust rule uses. From then on no creation can name it. */
  abstract delete(id: string, change: IdentityChange): Promise<IdentityDeletion>;
}

/** The service identities of organizations. */
export abstract class ServiceIdentityStore {
  abstract forOrg(orgId: string): OrgServiceIdentities;
}
