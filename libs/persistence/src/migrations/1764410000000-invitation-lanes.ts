import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * Invitations have budgets of their own (ADR 6), by organization and recipient. The organization is kept as a keyed hash,
 * because deliveries are no table of organizations: programs of the public surface read it too. An invitation that an older
 * release queued has none, and waits for no budget.
 */
export class InvitationLanes1764410000000 extends ForwardOnlyMigration {
  readonly name = 'InvitationLanes1764410000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE deliveries ADD COLUMN organization_mac bytea`);
    await queryRunner.query(`
      CREATE INDEX deliveries_admitted_by_organization_mac ON deliveries (organization_mac, admitted_at)
      WHERE admitted_at IS NOT NULL AND organization_mac IS NOT NULL`);
    // What waits for a budget that was shared with certificates is weighed anew.
    await queryRunner.query(`
      UPDATE deliveries SET waiting_for = NULL, available_at = least(available_at, now())
      WHERE state = 'queued' AND kind = 'invitation' AND waiting_for IS NOT NULL`);
    // Workers take the organizations in turn.
    await queryRunner.query(`
      CREATE INDEX deliveries_due_by_organization ON deliveries (coalesce(organization_mac, ''), available_at, created_at)
      WHERE state = 'queued' AND kind = 'invitation'`);
    await queryRunner.query(`
      CREATE INDEX deliveries_waiting_by_recipient ON deliveries (recipient_mac)
      WHERE waiting_for IS NOT NULL AND state = 'queued'`);
  }
}
