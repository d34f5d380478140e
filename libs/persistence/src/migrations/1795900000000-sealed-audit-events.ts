import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope, separateOrganizations } from './row-security';

/**
 * An event of an organization cannot be deleted before a signed tree head covers it, and leaves the queue only as a leaf: what
 * was removed then shows in the proof. An organization that asks for its proof asks for a head with it.
 */
export class SealedAuditEvents1795900000000 extends ForwardOnlyMigration {
  readonly name = 'SealedAuditEvents1795900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE audit_seal_requests (
        org_id text PRIMARY KEY CHECK (char_length(org_id) BETWEEN 1 AND 128)
      )`);
    await separateOrganizations(queryRunner, 'audit_seal_requests', { 'audit-tree': ['SELECT'] });
    await keepUnsealedEvents(queryRunner);
    await keepQueuedEvents(queryRunner);
  }
}

/** Events without an organization are in no tree. */
async function keepUnsealedEvents(queryRunner: QueryRunner): Promise<void> {
  for (const table of ['audit_leaves', 'audit_tree_heads'])
    await queryRunner.query(`
      CREATE POLICY "housekeeping select" ON ${table} FOR SELECT USING ${inSystemScope('housekeeping')}`);
  await queryRunner.query(`
    CREATE FUNCTION is_sealed_audit_event(wanted bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT EXISTS (
        SELECT FROM audit_leaves AS leaf JOIN audit_tree_heads AS head
          ON head.org_id = leaf.org_id AND head.tree_size > leaf.leaf_index AND head.jws IS NOT NULL
        WHERE leaf.trail_id = wanted)
    $$`);
  await queryRunner.query(`
    CREATE OR REPLACE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND ${inSystemScope('housekeeping')} THEN
        IF TG_LEVEL = 'STATEMENT' THEN
          RETURN NULL;
        ELSIF OLD.at < now() - interval '30 days' AND (OLD.org_id IS NULL OR is_sealed_audit_event(OLD.id)) THEN
          RETURN OLD;
        END IF;
      END IF;
      RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
    END $$`);
}

/** Checked when the transaction ends: a program of the previous release deletes from the queue first. */
async function keepQueuedEvents(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`SELECT set_config('governance.system_scope', 'operator', true)`);
  // Until now retention could delete an event that was still in the queue.
  await queryRunner.query(`
    DELETE FROM unsealed_audit_events WHERE NOT EXISTS (SELECT FROM audit_trail WHERE id = trail_id)`);
  await queryRunner.query(`SELECT set_config('governance.system_scope', '', true)`);
  await queryRunner.query(`
    CREATE FUNCTION refuse_loss_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM audit_leaves WHERE trail_id = OLD.trail_id AND org_id = OLD.org_id) THEN
        RETURN NULL;
      END IF;
      RAISE EXCEPTION 'an audit event leaves the queue only as a leaf' USING ERRCODE = 'insufficient_privilege';
    END $$`);
  await queryRunner.query(`
    CREATE CONSTRAINT TRIGGER queued_events_become_leaves AFTER UPDATE OR DELETE ON unsealed_audit_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_audit_event()`);
  await queryRunner.query(
    'ALTER TABLE unsealed_audit_events ENABLE ALWAYS TRIGGER queued_events_become_leaves',
  );
}
