import { IndexMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * Prepares the table to become a partition (next migration) without a scan or a build under a lock that stops writes: what needs
 * either happens here, while programs write. Months begin after the one that follows, so no event is too young.
 */
export class AuditTrailBound1795990000001 extends IndexMigration {
  readonly name = 'AuditTrailBound1795990000001';
  readonly indexes = { audit_trail_by_id: 'audit_trail (id)' };

  override async up(queryRunner: QueryRunner): Promise<void> {
    await super.up(queryRunner);
    await queryRunner.query('ALTER TABLE audit_trail VALIDATE CONSTRAINT audit_trail_actor_kind_check');
    await queryRunner.query('ALTER TABLE audit_trail DROP CONSTRAINT IF EXISTS before_months');
    await queryRunner.query(`
      DO $$ BEGIN
        EXECUTE format('ALTER TABLE audit_trail ADD CONSTRAINT before_months CHECK (at < %L) NOT VALID',
          date_add(date_trunc('month', now(), 'UTC'), '2 months', 'UTC'));
      END $$`);
    await queryRunner.query('ALTER TABLE audit_trail VALIDATE CONSTRAINT before_months');
  }
}
