import { IdentityMigration } from './identity.migration';

/** The revision of the last change, which its caller chose. The previous release ignores the column. */
export class ConnectionRevisions1764820000001 extends IdentityMigration {
  readonly name = 'ConnectionRevisions1764820000001';
  readonly formerName = '1764820000001-connection-revisions';
  readonly changes = [`ALTER TABLE identity.connections ADD COLUMN revision uuid`];
}
