import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A migration that cannot be undone: the next one corrects a mistake. */
export abstract class ForwardOnlyMigration implements MigrationInterface {
  /** Ends with a timestamp in milliseconds, as TypeORM expects. */
  abstract readonly name: string;

  abstract up(queryRunner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('migrations are forward-only'));
  }
}
