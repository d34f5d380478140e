import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/** Admits audit events of the service itself, such as an ended proof of a domain. Existing rows fit, so none is read. */
export class SystemActors1795438800001 extends ForwardOnlyMigration {
  readonly name = 'SystemActors1795438800001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_trail
        DROP CONSTRAINT audit_trail_actor_kind_check,
        ADD CONSTRAINT audit_trail_actor_kind_check
          CHECK (actor_kind IN ('person', 'machine', 'operator', 'system')) NOT VALID`);
  }
}
