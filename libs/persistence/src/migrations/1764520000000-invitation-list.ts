import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * The invitations of an organization are listed, newest first, and stay for a time after their expiry: the search for the
 * latest one to an address must not read all of them.
 */
export class InvitationList1764520000000 extends ForwardOnlyMigration {
  readonly name = 'InvitationList1764520000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE INDEX invitations_listed ON invitations (org_id, created_at, id)`);
    await queryRunner.query(`CREATE INDEX invitations_latest ON invitations (org_id, email_mac, created_at)`);
  }
}
