import { InvitationStore, type OrgInvitations, type SystemInvitations } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';
import { PostgresOrgInvitations } from './postgres-org-invitations';
import { PostgresSystemInvitations } from './postgres-system-invitations';

/** Invitations in PostgreSQL, separated by organization (ADR 11). */
export class PostgresInvitationStore extends InvitationStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  override forOrg(orgId: string): OrgInvitations {
    return new PostgresOrgInvitations(this.database, this.keyring, orgId);
  }

  override systemScope(): SystemInvitations {
    return new PostgresSystemInvitations(this.database, this.keyring);
  }
}
