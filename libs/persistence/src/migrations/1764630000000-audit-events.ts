import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope } from './row-security';

/**
 * Organizations read their audit trail. The id that they see is random, because the sequence counts the events of all
 * organizations. A worker deletes old events; nothing else can, and an event of the last 30 days stays.
 */
export class AuditEvents1764630000000 extends ForwardOnlyMigration {
  readonly name = 'AuditEvents1764630000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_trail ADD COLUMN event_id uuid NOT NULL DEFAULT gen_random_uuid()`);
    await indexForReaders(queryRunner);
    await removeOldEvents(queryRunner);
  }
}

/** Each index has one page of the list side by side: all events, those of an actor, and those about a target. */
async function indexForReaders(queryRunner: QueryRunner): Promise<void> {
  const position = 'at DESC, event_id DESC';
  await queryRunner.query(`CREATE INDEX audit_trail_listed ON audit_trail (org_id, ${position})`);
  await queryRunner.query(
    `CREATE INDEX audit_trail_by_actor ON audit_trail (org_id, actor_subject, ${position})`,
  );
  await queryRunner.query(`
    CREATE INDEX audit_trail_by_target ON audit_trail (org_id, target, ${position}) WHERE target IS NOT NULL`);
  await queryRunner.query('DROP INDEX audit_trail_by_organization');
  await queryRunner.query('CREATE INDEX audit_trail_by_age ON audit_trail (at)');
}

/** The trigger of each statement admits a deletion in the scope; the one of each row refuses it for a recent event. */
async function removeOldEvents(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE OR REPLACE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND ${inSystemScope('housekeeping')} THEN
        IF TG_LEVEL = 'STATEMENT' THEN
          RETURN NULL;
        ELSIF OLD.at < now() - interval '30 days' THEN
          RETURN OLD;
        END IF;
      END IF;
      RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
    END $$`);
  await queryRunner.query(`
    CREATE TRIGGER recent_events_stay BEFORE DELETE ON audit_trail
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_trail()`);
  await queryRunner.query('ALTER TABLE audit_trail ENABLE ALWAYS TRIGGER recent_events_stay');
  for (const command of ['SELECT', 'DELETE']) {
    await queryRunner.query(`
      CREATE POLICY "housekeeping ${command.toLowerCase()}" ON audit_trail
      FOR ${command} USING ${inSystemScope('housekeeping')}`);
  }
}
