import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';
import { separateOrganizations } from './row-security';

/**
 * The events of each organization are leaves of a Merkle tree, whose heads are signed. A leaf is kept when its event is
 * deleted; the salt of the event, without which the hash reveals nothing, is not.
 */
export class AuditTrees1764640000000 extends ForwardOnlyMigration {
  readonly name = 'AuditTrees1764640000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE audit_trail ADD COLUMN salt bytea NOT NULL
        DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())`);
    await keepTrees(queryRunner);
    await queueEvents(queryRunner);
    await queueEarlierEvents(queryRunner);
  }
}

const orgId = `org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128)`;

async function keepTrees(queryRunner: QueryRunner): Promise<void> {
  // An event has no row here once it is a leaf.
  await queryRunner.query(`CREATE TABLE unsealed_audit_events (trail_id bigint PRIMARY KEY, ${orgId})`);
  await queryRunner.query(`
    CREATE INDEX unsealed_audit_events_by_organization ON unsealed_audit_events (org_id, trail_id)`);
  await queryRunner.query(`
    CREATE TABLE audit_leaves (
      ${orgId},
      leaf_index integer NOT NULL CHECK (leaf_index >= 0),
      trail_id bigint NOT NULL UNIQUE,
      hash bytea NOT NULL CHECK (octet_length(hash) = 32),
      PRIMARY KEY (org_id, leaf_index)
    )`);
  await queryRunner.query(`
    CREATE TABLE audit_tree_heads (
      ${orgId},
      tree_size integer NOT NULL CHECK (tree_size > 0),
      root bytea NOT NULL CHECK (octet_length(root) = 32),
      created_at timestamptz(3) NOT NULL,
      jws text,
      PRIMARY KEY (org_id, tree_size)
    )`);
  await queryRunner.query(`
    CREATE INDEX audit_tree_heads_unsigned ON audit_tree_heads (created_at) WHERE jws IS NULL`);
  await separateOrganizations(queryRunner, 'unsealed_audit_events', { 'audit-tree': ['SELECT'] });
  await separateOrganizations(queryRunner, 'audit_leaves');
  await separateOrganizations(queryRunner, 'audit_tree_heads', {
    'audit-tree': ['SELECT'],
    'audit-signing': ['SELECT', 'UPDATE'],
  });
}

/** The function queues the event of every statement, and names the organization itself. */
async function queueEvents(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION queue_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      organization_before CONSTANT text := coalesce(current_setting('governance.org_id', true), '');
    BEGIN
      PERFORM set_config('governance.org_id', NEW.org_id, true);
      INSERT INTO unsealed_audit_events (trail_id, org_id) VALUES (NEW.id, NEW.org_id);
      PERFORM set_config('governance.org_id', organization_before, true);
      RETURN NULL;
    END $$`);
  await queryRunner.query('GRANT INSERT ON unsealed_audit_events TO governance_functions');
  await handOverFunctions(queryRunner, ['queue_audit_event()']);
  await queryRunner.query(`
    CREATE TRIGGER queue_audit_event AFTER INSERT ON audit_trail FOR EACH ROW
    WHEN (NEW.org_id IS NOT NULL) EXECUTE FUNCTION queue_audit_event()`);
}

async function queueEarlierEvents(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`SELECT set_config('governance.system_scope', 'operator', true)`);
  await queryRunner.query(`
    INSERT INTO unsealed_audit_events (trail_id, org_id)
    SELECT id, org_id FROM audit_trail WHERE org_id IS NOT NULL`);
  await queryRunner.query(`SELECT set_config('governance.system_scope', '', true)`);
}
