import {
  CredentialStore,
  type OrgCredentials,
  type SystemCredentials,
  type SystemReason,
} from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '../database';
import { PostgresOrgCredentials } from './postgres-org.credentials';
import { PostgresSystemCredentials } from './postgres-system.credentials';

/** M2M credentials in PostgreSQL, behind row-level security. No secret, key or token is among them. */
export class PostgresCredentialStore extends CredentialStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  forOrg(orgId: string): OrgCredentials {
    return new PostgresOrgCredentials(this.database, this.keyring, orgId);
  }

  systemScope(reason: SystemReason): SystemCredentials {
    return new PostgresSystemCredentials(this.database, reason);
  }
}
