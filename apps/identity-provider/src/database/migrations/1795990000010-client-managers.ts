import { IdentityMigration } from './identity.migration';

/** Members can have the role `client-manager`. Invitations cannot give it. */
export class ClientManagers1795990000010 extends IdentityMigration {
  readonly name = 'ClientManagers1795990000010';
  readonly formerName = '1795990000010-client-managers';
  readonly changes = [
    `ALTER TABLE identity.memberships
      DROP CONSTRAINT memberships_role_check,
      ADD CONSTRAINT memberships_role_check CHECK (role IN ('account-admin', 'client-manager', 'viewer'))`,
  ];
}
