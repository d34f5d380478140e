import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** A change of role can limit earlier tokens to the role `client-manager`. Invitations cannot give it. */
export class ClientManagers1795990000018 extends ForwardOnlyMigration {
  readonly name = 'ClientManagers1795990000018';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE token_cut_offs
        DROP CONSTRAINT token_cut_offs_role_check,
        ADD CONSTRAINT token_cut_offs_role_check CHECK (role IN ('account-admin', 'client-manager', 'viewer'))`);
  }
}
