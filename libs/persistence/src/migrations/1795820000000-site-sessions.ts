import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';

/**
 * By which secret the site of the public surface knows the person of a console session, and what it shows of them, sealed. Its
 * role reads neither table nor tokens: the function finds one person by the hash of the secret. Sessions of the previous
 * release have neither, so the site does not know them.
 */
export class SiteSessions1795820000000 extends ForwardOnlyMigration {
  readonly name = 'SiteSessions1795820000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE console_sessions
        ADD COLUMN site_secret_hash bytea UNIQUE CHECK (octet_length(site_secret_hash) = 32),
        ADD COLUMN site_person bytea,
        ADD CONSTRAINT console_sessions_site CHECK ((site_secret_hash IS NULL) = (site_person IS NULL))`);
    await queryRunner.query(`
      CREATE FUNCTION find_site_session(wanted_hash bytea, moment timestamptz, idle_since timestamptz)
      RETURNS TABLE (id uuid, person bytea) LANGUAGE sql STABLE AS $$
        SELECT session.id, session.site_person FROM console_sessions AS session
        WHERE session.site_secret_hash = wanted_hash AND session.ends_at > moment AND session.last_used_at > idle_since
      $$`);
    await handOverFunctions(queryRunner, ['find_site_session(bytea, timestamptz, timestamptz)']);
  }
}
