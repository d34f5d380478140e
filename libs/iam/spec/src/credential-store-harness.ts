import { type AuditedOperation, type AuditOutcome, type CredentialStore } from '../../src';

/** An implementation of `CredentialStore`, with the audit rows that it has written. */
export interface CredentialStoreHarness {
  readonly store: CredentialStore;
  /** What has been recorded of an organization's credential, oldest first. */
  auditOf(
    orgId: string,
    credentialId: string,
  ): Promise<readonly { readonly operation: AuditedOperation; readonly outcome: AuditOutcome }[]>;
  close(): Promise<void>;
}
