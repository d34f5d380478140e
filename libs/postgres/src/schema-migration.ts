import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A step of a schema as a list of statements, applied as one transaction. Steps are forward-only: a mistake is corrected by
 * the next one.
 */
export abstract class SchemaMigration implements MigrationInterface {
  /** Ends with a timestamp in milliseconds, as TypeORM expects. */
  abstract readonly name: string;
  abstract readonly statements: readonly string[];
  /** What the operator has to know of what it did: a query, each of whose rows is reported once. */
  readonly report?: string;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await queryRunner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations are forward-only'));
  }
}
