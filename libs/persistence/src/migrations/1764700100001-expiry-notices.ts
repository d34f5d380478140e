import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope, separateOrganizations } from './row-security';

/**
 * Mails to account admins about secrets and keys that end, among the other deliveries of the platform worker. The worker of the
 * previous release claims none of them.
 */
export class ExpiryNotices1764700100001 extends ForwardOnlyMigration {
  readonly name = 'ExpiryNotices1764700100001';

  async up(queryRunner: QueryRunner): Promise<void> {
    // The last notice: for which end, and how many days before it.
    await queryRunner.query(`
      ALTER TABLE m2m_credentials
        ADD COLUMN noticed_expiry timestamptz(3),
        ADD COLUMN noticed_days smallint`);
    await queryRunner.query(`
      CREATE INDEX m2m_credentials_ending ON m2m_credentials (expires_at)
      WHERE state = 'active' AND expires_at IS NOT NULL`);
    await queryRunner.query(`
      CREATE POLICY "expiry-mail select" ON m2m_credentials FOR SELECT USING ${inSystemScope('expiry-mail')}`);
    await queryRunner.query(`
      CREATE TABLE expiry_notices (
        id uuid PRIMARY KEY,
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        credential_ids uuid[] NOT NULL,
        created_at timestamptz(3) NOT NULL
      )`);
    await queryRunner.query(`CREATE INDEX expiry_notices_by_age ON expiry_notices (created_at)`);
    await separateOrganizations(queryRunner, 'expiry_notices', {
      'expiry-mail': ['SELECT'],
      housekeeping: ['SELECT', 'DELETE'],
    });
    await queueTheirMail(queryRunner);
  }
}

async function queueTheirMail(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE deliveries
      ADD COLUMN expiry_notice_id uuid REFERENCES expiry_notices (id) ON DELETE CASCADE,
      DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (
        kind IN ('completion', 'resend', 'invitation', 'credential-expiry')),
      DROP CONSTRAINT deliveries_of_one_thing,
      ADD CONSTRAINT deliveries_of_one_thing CHECK (
        num_nonnulls(result_id, invitation_id, expiry_notice_id) = 1
        AND (kind = 'invitation') = (invitation_id IS NOT NULL)
        AND (kind = 'credential-expiry') = (expiry_notice_id IS NOT NULL))`);
  await queryRunner.query(`
    CREATE INDEX deliveries_by_expiry_notice ON deliveries (expiry_notice_id) WHERE expiry_notice_id IS NOT NULL`);
  // The statements of the previous release, for invitations alone, use them too.
  const kinds = `kind IN ('invitation', 'credential-expiry')`;
  await queryRunner.query(`DROP INDEX deliveries_due_by_organization, deliveries_due_invitations`);
  await queryRunner.query(`
    CREATE INDEX deliveries_due_invitations ON deliveries (available_at, created_at)
    WHERE state = 'queued' AND ${kinds}`);
  await queryRunner.query(`
    CREATE INDEX deliveries_due_by_organization ON deliveries (coalesce(organization_mac, ''), available_at, created_at)
    WHERE state = 'queued' AND ${kinds}`);
}
