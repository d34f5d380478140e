import { IdentityMigration } from './identity.migration';

/** The networks from which a client gets tokens; null: from everywhere. The previous release ignores the column. */
export class AllowedNetworks1764700000002 extends IdentityMigration {
  readonly name = 'AllowedNetworks1764700000002';
  readonly formerName = '1764700000002-allowed-networks';
  readonly changes = [
    `ALTER TABLE identity.clients
     ADD COLUMN allowed_networks text[] CHECK (cardinality(allowed_networks) BETWEEN 1 AND 20)`,
  ];
}
