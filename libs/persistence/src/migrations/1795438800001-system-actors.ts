import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Admits audit events of the service itself, such as an ended proof of a domain. Existing rows fit, so none is read. */
export class SystemActors1795438800001 implements MigrationInterface {
  readonly name = 'SystemActors1795438800001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_trail
        DROP CONSTRAINT audit_trail_actor_kind_check,
        ADD CONSTRAINT audit_trail_actor_kind_check
          CHECK (actor_kind IN ('person', 'machine', 'operator', 'system')) NOT VALID`);
  }

  /** Migrations are forward-only: a mistake is corrected by the next one. */
  down(): Promise<void> {
    return Promise.reject(new Error('migrations are forward-only'));
  }
}
