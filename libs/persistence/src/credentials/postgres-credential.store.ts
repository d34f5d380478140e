import {
  CredentialStore,
  type OrgCredentials,
  type SystemCredentials,
  type SystemReason,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { PostgresOrgCredentials } from './postgres-org-credentials';
import { PostgresSystemCredentials } from './postgres-system-credentials';

/** The default quota of an organization. */
export const credentialsPerOrganization = 1_000;

/** M2M credentials in PostgreSQL, behind row-level security. They contain no secret, key or token. */
export class PostgresCredentialStore extends CredentialStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly most = credentialsPerOrganization,
  ) {
    super();
  }

  forOrg(orgId: string): OrgCredentials {
    return new PostgresOrgCredentials(this.database, { keyring: this.keyring, most: this.most }, orgId);
  }

  systemScope(reason: SystemReason): SystemCredentials {
    return new PostgresSystemCredentials(this.database, reason);
  }
}
