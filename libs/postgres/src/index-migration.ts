import { type QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration';

/** Longer than any transaction of a program: a build waits for those that began before it, and blocks none. */
const lockTimeout = '30s';

/** Builds indexes while programs write. Not in a transaction: after a failure, the next run builds all of them again. */
export abstract class IndexMigration extends ForwardOnlyMigration {
  /** Read by TypeORM. */
  readonly transaction = false;
  /** What follows `ON` in the statement, by the name of the index. */
  abstract readonly indexes: Readonly<Record<string, string>>;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SET lock_timeout = '${lockTimeout}'`);
    try {
      for (const [name, definition] of Object.entries(this.indexes)) {
        // A failed build leaves an invalid index.
        await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        await queryRunner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
      }
    } finally {
      await queryRunner.query('RESET lock_timeout');
    }
  }
}
