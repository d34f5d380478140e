import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';
import { separateOrganizations } from './row-security';

const ofCapability = `capability_hash = decode(current_setting('governance.capability', true), 'hex')`;
const kindsOfCampaigns = `kind IN ('campaign-invitation', 'campaign-reminder', 'campaign-code')`;

/**
 * Campaigns of organizations, with a draft for each client (ADR 72). The public programs see a draft by the hash of its capability
 * alone, and report what happened to it through an outbox. They have no right on campaigns, clients and attached results.
 */
export class Campaigns1795990000016 extends ForwardOnlyMigration {
  readonly name = 'Campaigns1795990000016';

  async up(queryRunner: QueryRunner): Promise<void> {
    await keepCampaigns(queryRunner);
    await keepDrafts(queryRunner);
    await findDrafts(queryRunner);
    await reportAnswers(queryRunner);
    await queueTheirMail(queryRunner);
    await noteWhatBecameOfIt(queryRunner);
  }
}

async function keepCampaigns(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE campaigns (
      org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
      id uuid PRIMARY KEY,
      name text NOT NULL,
      mode text NOT NULL,
      message text NOT NULL CHECK (char_length(message) <= 500),
      sender_name text NOT NULL,
      domain text NOT NULL,
      due_at timestamptz(3) NOT NULL,
      created_by text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      closed_at timestamptz(3),
      UNIQUE (org_id, id),
      UNIQUE (org_id, name)
    )`);
  await queryRunner.query(`CREATE INDEX campaigns_listed ON campaigns (org_id, created_at DESC, id DESC)`);
  await separateOrganizations(queryRunner, 'campaigns');
  // Addresses whose owners want no further campaign of the organization.
  await queryRunner.query(`
    CREATE TABLE campaign_opt_outs (
      org_id text NOT NULL,
      recipient_mac bytea NOT NULL,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (org_id, recipient_mac)
    )`);
  await separateOrganizations(queryRunner, 'campaign_opt_outs');
}

async function keepDrafts(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE campaign_drafts (
      id uuid PRIMARY KEY,
      org_id text NOT NULL,
      campaign_id uuid NOT NULL,
      client_id uuid NOT NULL,
      capability_hash bytea NOT NULL UNIQUE,
      shown bytea,
      recipient bytea,
      recipient_mac bytea,
      mode text NOT NULL,
      due_at timestamptz(3) NOT NULL,
      closes_at timestamptz(3) NOT NULL,
      answers bytea,
      version integer NOT NULL DEFAULT 0,
      saved_at timestamptz(3),
      code_mac bytea,
      code_expires_at timestamptz(3),
      code_attempts smallint NOT NULL DEFAULT 0,
      codes_sent smallint NOT NULL DEFAULT 0,
      sent_at timestamptz(3),
      failed text,
      reminded_days smallint,
      opened_at timestamptz(3),
      started_at timestamptz(3),
      submitted_at timestamptz(3),
      opted_out_at timestamptz(3),
      result_id uuid,
      UNIQUE (org_id, campaign_id, client_id),
      FOREIGN KEY (org_id, campaign_id) REFERENCES campaigns (org_id, id) ON DELETE CASCADE,
      FOREIGN KEY (org_id, client_id) REFERENCES org_clients (org_id, id) ON DELETE CASCADE,
      CHECK ((recipient IS NULL) = (recipient_mac IS NULL))
    )`);
  await separateOrganizations(queryRunner, 'campaign_drafts', {
    'campaign-mail': ['SELECT', 'UPDATE'],
    erasure: ['SELECT', 'UPDATE'],
  });
  await queryRunner.query(`
    CREATE POLICY "capability select" ON campaign_drafts FOR SELECT
    TO CURRENT_USER, governance_public_api, governance_public_worker USING (${ofCapability})`);
  await queryRunner.query(`
    CREATE POLICY "capability update" ON campaign_drafts FOR UPDATE
    TO CURRENT_USER, governance_public_api USING (${ofCapability})`);
}

async function findDrafts(queryRunner: QueryRunner): Promise<void> {
  const indexes = {
    campaign_drafts_by_client: '(org_id, client_id)',
    campaign_drafts_by_recipient: '(recipient_mac) WHERE recipient_mac IS NOT NULL',
    campaign_drafts_unanswered: '(closes_at) WHERE sent_at IS NOT NULL AND submitted_at IS NULL',
    campaign_drafts_kept: '(closes_at) WHERE shown IS NOT NULL',
  };
  for (const [name, place] of Object.entries(indexes))
    await queryRunner.query(`CREATE INDEX ${name} ON campaign_drafts ${place}`);
}

/** The platform worker reads the outbox: a row is a job of its draft. */
async function reportAnswers(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE campaign_outbox (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      draft_id uuid NOT NULL REFERENCES campaign_drafts (id) ON DELETE CASCADE,
      org_id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('submitted', 'opted-out')),
      result_id uuid,
      at timestamptz(3) NOT NULL,
      CHECK ((kind = 'submitted') = (result_id IS NOT NULL))
    )`);
  await queryRunner.query(`CREATE INDEX campaign_outbox_by_draft ON campaign_outbox (draft_id)`);
  await separateOrganizations(queryRunner, 'campaign_outbox', { 'campaign-mail': ['SELECT', 'DELETE'] });
  await queryRunner.query(`
    CREATE POLICY "capability insert" ON campaign_outbox FOR INSERT TO CURRENT_USER, governance_public_api
    WITH CHECK (EXISTS (
      SELECT FROM campaign_drafts AS draft
      WHERE draft.id = campaign_outbox.draft_id AND draft.org_id = campaign_outbox.org_id AND ${ofCapability}))`);
  await queryRunner.query(`
    CREATE FUNCTION add_campaign_job() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO jobs (queue, key, due_at, traceparent)
      VALUES ('platform/campaign-answers', NEW.draft_id, NEW.at,
        nullif(current_setting('governance.traceparent', true), ''))
      ON CONFLICT (queue, key) DO UPDATE
      SET due_at = excluded.due_at, attempts = 0, lease = NULL, failure = NULL, traceparent = excluded.traceparent;
      PERFORM pg_notify('jobs', '');
      RETURN NULL;
    END $$`);
  await handOverFunctions(queryRunner, ['add_campaign_job()']);
  await queryRunner.query(`
    CREATE TRIGGER add_campaign_job AFTER INSERT ON campaign_outbox
    FOR EACH ROW EXECUTE FUNCTION add_campaign_job()`);
}

/** Among the other deliveries. Workers of the previous release claim none of them. */
async function queueTheirMail(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE deliveries
      ADD COLUMN campaign_draft_id uuid REFERENCES campaign_drafts (id) ON DELETE CASCADE,
      DROP CONSTRAINT deliveries_kind_check,
      ADD CONSTRAINT deliveries_kind_check CHECK (
        kind IN ('completion', 'resend', 'invitation', 'credential-expiry', 'domain-proof', 'renewal-reminder')
        OR ${kindsOfCampaigns}) NOT VALID,
      DROP CONSTRAINT deliveries_of_one_thing,
      ADD CONSTRAINT deliveries_of_one_thing CHECK (
        num_nonnulls(result_id, invitation_id, expiry_notice_id, campaign_draft_id) = 1
        AND (kind = 'invitation') = (invitation_id IS NOT NULL)
        AND (kind = 'credential-expiry') = (expiry_notice_id IS NOT NULL)
        AND (${kindsOfCampaigns}) = (campaign_draft_id IS NOT NULL)) NOT VALID`);
  const workers = {
    public: `'completion', 'resend', 'domain-proof', 'renewal-reminder', 'campaign-code'`,
    platform: `'invitation', 'credential-expiry', 'campaign-invitation', 'campaign-reminder'`,
  };
  for (const [surface, kinds] of Object.entries(workers)) {
    await queryRunner.query(`
      CREATE OR REPLACE FUNCTION due_${surface}_work() RETURNS bigint LANGUAGE sql STABLE AS $$
        SELECT (
          SELECT count(*) FROM (
            SELECT FROM deliveries WHERE state = 'queued' AND kind IN (${kinds}) AND available_at <= now()
            LIMIT 1000) AS mails
        ) + (
          SELECT count(*) FROM (
            SELECT FROM jobs WHERE queue LIKE '${surface}/%' AND due_at <= now()
            LIMIT 1000) AS due)
      $$`);
    await handOverFunctions(queryRunner, [`due_${surface}_work()`]);
  }
}

/**
 * The statement that ends a mail notes it in the draft, in the same transaction. A reminder that is no longer needed is no failure of
 * its draft. The function sets its scope, and restores the one before.
 */
async function noteWhatBecameOfIt(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION settle_campaign_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'campaign-mail', true);
      IF NEW.state = 'sent' THEN
        UPDATE campaign_drafts SET sent_at = coalesce(sent_at, NEW.sent_at), failed = NULL
        WHERE id = NEW.campaign_draft_id;
      ELSIF NEW.kind = 'campaign-invitation' OR NEW.state = 'parked' OR NEW.failure = 'AddressBlocked' THEN
        UPDATE campaign_drafts SET failed = coalesce(NEW.failure, NEW.state) WHERE id = NEW.campaign_draft_id;
      END IF;
      PERFORM set_config('governance.system_scope', scope_before, true);
      RETURN NULL;
    END $$`);
  await handOverFunctions(queryRunner, ['settle_campaign_mail()']);
  await queryRunner.query(`
    CREATE TRIGGER settle_campaign_mail AFTER UPDATE ON deliveries FOR EACH ROW
    WHEN (NEW.kind IN ('campaign-invitation', 'campaign-reminder') AND OLD.state <> NEW.state AND NEW.state <> 'queued')
    EXECUTE FUNCTION settle_campaign_mail()`);
}
