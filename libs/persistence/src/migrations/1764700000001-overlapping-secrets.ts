import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * A rotated secret or key can work until the end of an overlap (ADR 26). All columns are nullable, so the previous release
 * works unchanged. `secret_last_four` is absent for secrets that it issues; the last four of a key come from its thumbprint.
 */
export class OverlappingSecrets1764700000001 extends ForwardOnlyMigration {
  readonly name = 'OverlappingSecrets1764700000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE m2m_credentials
        ADD COLUMN secret_last_four text CHECK (char_length(secret_last_four) = 4),
        ADD COLUMN previous_last_four text CHECK (char_length(previous_last_four) = 4),
        ADD COLUMN previous_created_at timestamptz(3),
        ADD COLUMN previous_expires_at timestamptz(3),
        ADD CHECK ((previous_created_at IS NULL) = (previous_expires_at IS NULL))`);
    await queryRunner.query(`
      ALTER TABLE credential_intents
        ADD COLUMN secret_last_four text,
        ADD COLUMN overlap_until timestamptz(3),
        DROP CONSTRAINT credential_intents_kind_check,
        DROP CONSTRAINT credential_intents_check,
        ADD CONSTRAINT credential_intents_kind_check CHECK (
          kind IN ('create', 'rotate', 'end-overlap', 'rename', 'revoke')),
        ADD CONSTRAINT credential_intents_check CHECK (
          (audit IS NOT NULL) = (kind IN ('create', 'rotate', 'end-overlap')))`);
  }
}
