import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * The sessions of the console, by issuer and subject: of no organization. The row holds a hash of the cookie only. Tokens and
 * what pages show of the person are sealed.
 */
export class ConsoleSessions1795700000000 extends ForwardOnlyMigration {
  readonly name = 'ConsoleSessions1795700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE console_sessions (
        id uuid PRIMARY KEY,
        secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
        issuer text NOT NULL,
        subject text NOT NULL,
        tokens bytea NOT NULL,
        details bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3) NOT NULL CHECK (ends_at > created_at),
        refreshing_until timestamptz(3)
      )`);
    await queryRunner.query(`CREATE INDEX console_sessions_person ON console_sessions (issuer, subject)`);
    await queryRunner.query(`CREATE INDEX console_sessions_end ON console_sessions (ends_at)`);
  }
}
