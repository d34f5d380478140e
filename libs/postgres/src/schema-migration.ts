import { type QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration';

/** A migration as a list of statements, applied in one transaction. */
export abstract class SchemaMigration extends ForwardOnlyMigration {
  abstract readonly statements: readonly string[];
  /** A query for the operator; each row of its result is reported once. */
  readonly report?: string;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await queryRunner.query(statement);
  }
}
