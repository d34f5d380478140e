import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** Whom we may not write to. The hash is that of `deliveries.recipient_mac`; the address itself is kept nowhere. */
export class BlockedAddresses1764100000000 extends ForwardOnlyMigration {
  readonly name = 'BlockedAddresses1764100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE blocked_addresses (
        address_mac bytea PRIMARY KEY,
        blocked_at timestamptz(3) NOT NULL
      )`);
  }
}
