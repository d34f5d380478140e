import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** Reminders are deliveries that become due eleven months after their result. The worker of the previous release claims none. */
export class RenewalReminders1795611600000 extends ForwardOnlyMigration {
  readonly name = 'RenewalReminders1795611600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE deliveries
        DROP CONSTRAINT deliveries_kind_check,
        ADD CONSTRAINT deliveries_kind_check CHECK (
          kind IN ('completion', 'resend', 'invitation', 'credential-expiry', 'domain-proof', 'renewal-reminder')) NOT VALID`);
  }
}
