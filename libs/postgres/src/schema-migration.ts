import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A migration as a list of statements, applied in one transaction. Migrations are forward-only: the next one corrects a
 * mistake.
 */
export abstract class SchemaMigration implements MigrationInterface {
  /** Ends with a timestamp in milliseconds, as TypeORM expects. */
  abstract readonly name: string;
  abstract readonly statements: readonly string[];
  /** A query for the operator; each row of its result is reported once. */
  readonly report?: string;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations are forward-only'));
  }
}
