import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope, separateOrganizations } from './row-security';

/**
 * From when on the tokens of a person count in an organization: those that were issued before a removal end, and those from
 * before a change of role permit no more than the new role. Most people have no row. Operators write these changes to the
 * audit trail as well.
 *
 * Housekeeping removes service identities that no credential belongs to any more.
 */
export class TokenCutOffs1764440000000 extends ForwardOnlyMigration {
  readonly name = 'TokenCutOffs1764440000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE token_cut_offs (
        issuer text NOT NULL,
        subject text NOT NULL,
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        removed_at timestamptz(3),
        role_changed_at timestamptz(3),
        role text CHECK (role IN ('account-admin', 'viewer')),
        PRIMARY KEY (issuer, subject, org_id),
        CHECK (num_nonnulls(removed_at, role_changed_at) > 0),
        CHECK ((role_changed_at IS NULL) = (role IS NULL))
      )`);
    await separateOrganizations(queryRunner, 'token_cut_offs');
    await readForGuard(queryRunner);
    await admitOperators(queryRunner);
    await removeServiceIdentities(queryRunner);
  }
}

/** The guard asks at every write of a person: the function sets the organization itself, so that it is one round trip. */
async function readForGuard(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION find_token_cut_off(token_issuer text, token_subject text, organization text)
    RETURNS TABLE (removed_at timestamptz, role_changed_at timestamptz, role text) LANGUAGE plpgsql AS $$
    DECLARE
      organization_before CONSTANT text := coalesce(current_setting('governance.org_id', true), '');
    BEGIN
      PERFORM set_config('governance.org_id', organization, true);
      RETURN QUERY
        SELECT known.removed_at, known.role_changed_at, known.role FROM token_cut_offs AS known
        WHERE known.issuer = token_issuer AND known.subject = token_subject AND known.org_id = organization;
      PERFORM set_config('governance.org_id', organization_before, true);
    END $$`);
}

async function admitOperators(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER TABLE audit_trail
      DROP CONSTRAINT audit_trail_actor_kind_check,
      ADD CONSTRAINT audit_trail_actor_kind_check CHECK (actor_kind IN ('person', 'machine', 'operator'))`);
}

async function removeServiceIdentities(queryRunner: QueryRunner): Promise<void> {
  for (const command of ['SELECT', 'DELETE']) {
    await queryRunner.query(`
      CREATE POLICY "housekeeping ${command.toLowerCase()}" ON service_identities
      FOR ${command} USING ${inSystemScope('housekeeping')}`);
  }
}
