import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/** The kinds of mail and the queues of jobs of each worker. */
const workers = {
  public: `'completion', 'resend', 'domain-proof', 'renewal-reminder'`,
  platform: `'invitation', 'credential-expiry'`,
};
/** An autoscaler needs no exact number above this, and counts at every poll. */
const most = 1_000;

/** The number of due mails and jobs of a worker, for an autoscaler, which reads no row (ADR 21). */
export class DueWork1795990000006 extends ForwardOnlyMigration {
  readonly name = 'DueWork1795990000006';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [surface, kinds] of Object.entries(workers)) {
      await queryRunner.query(`
        CREATE FUNCTION due_${surface}_work() RETURNS bigint LANGUAGE sql STABLE AS $$
          SELECT (
            SELECT count(*) FROM (
              SELECT FROM deliveries WHERE state = 'queued' AND kind IN (${kinds}) AND available_at <= now()
              LIMIT ${most}) AS mails
          ) + (
            SELECT count(*) FROM (
              SELECT FROM jobs WHERE queue LIKE '${surface}/%' AND due_at <= now()
              LIMIT ${most}) AS due)
        $$`);
      await handOverFunctions(queryRunner, [`due_${surface}_work()`]);
    }
  }
}
