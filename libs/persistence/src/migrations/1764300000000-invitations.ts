import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope, separateOrganizations } from './row-security';

/**
 * Invitations (spec 2.10), whose mails wait among the other deliveries. Address and token are sealed; the token is
 * forgotten as soon as the mail has been prepared, or can go out no more.
 */
export class Invitations1764300000000 extends ForwardOnlyMigration {
  readonly name = 'Invitations1764300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await keepInvitations(queryRunner);
    await queueTheirMail(queryRunner);
    await writeDownItsEnd(queryRunner);
  }
}

async function keepInvitations(queryRunner: QueryRunner): Promise<void> {
  // `audit` is who invited, for what the audit trail will say of the mail.
  await queryRunner.query(`
    CREATE TABLE invitations (
      id uuid PRIMARY KEY,
      org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
      email bytea NOT NULL,
      email_mac bytea NOT NULL,
      role text NOT NULL CHECK (role IN ('account-admin', 'viewer')),
      connection_id text,
      token bytea,
      is_replaced boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      audit jsonb NOT NULL
    )`);
  await queryRunner.query(`
    CREATE UNIQUE INDEX invitations_pending ON invitations (org_id, email_mac) WHERE NOT is_replaced`);
  await queryRunner.query(`CREATE INDEX invitations_by_email ON invitations (email_mac)`);
  await queryRunner.query(`CREATE INDEX invitations_by_end ON invitations (expires_at)`);
  await separateOrganizations(queryRunner, 'invitations', {
    'invitation-mail': ['SELECT', 'UPDATE'],
    erasure: ['SELECT', 'DELETE'],
    housekeeping: ['SELECT', 'DELETE'],
  });
}

async function queueTheirMail(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE deliveries
      ALTER COLUMN result_id DROP NOT NULL,
      ADD COLUMN invitation_id uuid REFERENCES invitations (id) ON DELETE CASCADE,
      DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (kind IN ('completion', 'resend', 'invitation')),
      ADD CONSTRAINT deliveries_of_one_thing CHECK (
        num_nonnulls(result_id, invitation_id) = 1 AND (kind = 'invitation') = (invitation_id IS NOT NULL))`);
  await queryRunner.query(`
    CREATE INDEX deliveries_by_invitation ON deliveries (invitation_id) WHERE invitation_id IS NOT NULL`);
  await queryRunner.query(`
    CREATE INDEX deliveries_due_invitations ON deliveries (available_at, created_at)
    WHERE state = 'queued' AND kind = 'invitation'`);
}

/**
 * A mail is sent, parked, refused by its recipient, replaced or erased. The statement that does it also writes to the audit trail
 * of the organization, in the same transaction, and deletes the token. The function sets the organization and its scope, and
 * restores both.
 */
async function writeDownItsEnd(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE POLICY "invitation-mail insert" ON audit_trail FOR INSERT
    WITH CHECK (org_id IS NOT NULL AND operation = 'org-invitations:deliver' AND ${inSystemScope('invitation-mail')})`);
  await queryRunner.query(`
    CREATE FUNCTION settle_invitation_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'invitation-mail', true);
      -- What is set aside for an operator may still have to be prepared.
      IF NEW.state <> 'parked' OR NEW.message IS NOT NULL THEN
        UPDATE invitations SET token = NULL WHERE id = NEW.invitation_id;
      END IF;
      IF NEW.state <> 'queued' THEN
        INSERT INTO audit_trail (
          at, org_id, actor_kind, actor_issuer, actor_subject, actor_client_id, operation, target, request_id,
          outcome, reason)
        SELECT coalesce(NEW.sent_at, now()), org_id, audit #>> '{actor,kind}', audit #>> '{actor,issuer}',
          audit #>> '{actor,subject}', audit #>> '{actor,clientId}', 'org-invitations:deliver', id::text,
          audit ->> 'requestId', CASE NEW.state WHEN 'sent' THEN 'done' ELSE 'abandoned' END,
          CASE NEW.state WHEN 'sent' THEN NULL ELSE coalesce(NEW.failure, NEW.state) END
        FROM invitations WHERE id = NEW.invitation_id;
      END IF;
      PERFORM set_config('governance.system_scope', scope_before, true);
      RETURN NULL;
    END $$`);
  await queryRunner.query(`
    CREATE TRIGGER settle_invitation_mail AFTER UPDATE ON deliveries FOR EACH ROW
    WHEN (NEW.kind = 'invitation' AND (
      OLD.state = 'queued' AND NEW.state <> 'queued' OR OLD.message IS NULL AND NEW.message IS NOT NULL))
    EXECUTE FUNCTION settle_invitation_mail()`);
}
