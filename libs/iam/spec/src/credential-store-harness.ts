import { type AuditedOperation, type AuditOutcome, type CredentialStore } from '../../src';

/** An implementation of `CredentialStore` with its audit rows. */
export interface CredentialStoreHarness {
  readonly store: CredentialStore;
  /** The audit rows of an organization's credential, oldest first. */
  auditOf(
    orgId: string,
    credentialId: string,
  ): Promise<readonly { readonly operation: AuditedOperation; readonly outcome: AuditOutcome }[]>;
  close(): Promise<void>;
}
