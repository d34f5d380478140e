import { type AuditedOperation, type AuditOutcome } from '@governance/iam';
import { type CredentialStoreHarness } from '@governance/iam/spec';
import { PostgresCredentialStore } from '../src/credentials/postgres-credential.store';
import { openTestStores } from './fixtures';

/** The PostgreSQL store, with the harness that its contract tests need. */
export async function postgresStoreHarness(): Promise<CredentialStoreHarness> {
  const stores = await openTestStores();
  return {
    store: new PostgresCredentialStore(stores.database, stores.keyring),
    auditOf: async (orgId, credentialId) => {
      const rows = await stores.sql(
        'SELECT operation, outcome FROM audit_trail WHERE org_id = $1 AND target = $2 ORDER BY id',
        [orgId, credentialId],
      );
      return rows.map(({ operation, outcome }) => ({
        operation: operation as AuditedOperation,
        outcome: outcome as AuditOutcome,
      }));
    },
    close: () => stores.close(),
  };
}
