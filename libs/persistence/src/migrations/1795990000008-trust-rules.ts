import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';
import { inSystemScope, separateOrganizations } from './row-security';

/**
 * Rules by which workloads get tokens without a secret (ADR 66). The previous release finds no rules and accepts none of their
 * tokens. Its worker keeps the service identities of rules: the policies hide them.
 */
export class TrustRules1795990000008 extends ForwardOnlyMigration {
  readonly name = 'TrustRules1795990000008';

  async up(queryRunner: QueryRunner): Promise<void> {
    await keepRules(queryRunner);
    await separateOrganizations(queryRunner, 'trust_rules', {
      guard: ['SELECT'],
      'last-used': ['SELECT', 'UPDATE'],
      housekeeping: ['SELECT'],
    });
    for (const command of ['select', 'delete']) {
      await queryRunner.query(`
        ALTER POLICY "housekeeping ${command}" ON service_identities
        USING (${inSystemScope('housekeeping')} AND NOT is_kept
          AND NOT EXISTS (SELECT FROM trust_rules AS rule WHERE rule.service_identity_id = service_identities.id))`);
    }
    await findForGuard(queryRunner);
    await noteUses(queryRunner);
  }
}

/** The provider makes the client between the two states. A deleted rule has no row. */
async function keepRules(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE trust_rules (
      id uuid PRIMARY KEY,
      org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
      name text NOT NULL,
      state text NOT NULL DEFAULT 'creating' CHECK (state IN ('creating', 'active')),
      client_id text,
      provider text NOT NULL CHECK (char_length(provider) BETWEEN 1 AND 2048),
      service_identity_id uuid NOT NULL,
      preset text NOT NULL,
      issuer text NOT NULL,
      audience text NOT NULL,
      subject text,
      conditions jsonb NOT NULL,
      single_use boolean NOT NULL,
      allowed_networks text[],
      key_set jsonb,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3),
      last_used_at timestamptz(3),
      UNIQUE (org_id, id),
      CHECK ((state = 'active') = (client_id IS NOT NULL)),
      FOREIGN KEY (org_id, service_identity_id) REFERENCES service_identities (org_id, id)
    )`);
  await queryRunner.query(`
    CREATE UNIQUE INDEX trust_rules_active_client ON trust_rules (client_id, provider) WHERE state = 'active'`);
  await queryRunner.query(`
    CREATE INDEX trust_rules_listed ON trust_rules (org_id, created_at DESC, id DESC)`);
  await queryRunner.query(`
    CREATE INDEX trust_rules_by_service_identity ON trust_rules (service_identity_id)`);
}

/** A credential or a trust rule. The previous release uses `find_issued_credential` until a later release drops it. */
async function findForGuard(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION find_active_machine(token_issuer text, client text, organization text, moment timestamptz)
    RETURNS TABLE (machine_id uuid, is_rule boolean, ends_at timestamptz, used_at timestamptz, networks text[])
    LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'guard', true);
      RETURN QUERY
        SELECT credential.id, false, credential.expires_at::timestamptz, credential.last_used_at::timestamptz,
          credential.allowed_networks
        FROM m2m_credentials AS credential
        WHERE credential.state = 'active' AND credential.client_id = client AND credential.org_id = organization
          AND (credential.expires_at IS NULL OR credential.expires_at > moment)
          AND coalesce(credential.issuer, (SELECT first.issuer FROM first_managed_issuer AS first)) = token_issuer;
      IF NOT FOUND THEN
        RETURN QUERY
          SELECT rule.id, true, rule.expires_at::timestamptz, rule.last_used_at::timestamptz, rule.allowed_networks
          FROM trust_rules AS rule
          WHERE rule.state = 'active' AND rule.client_id = client AND rule.org_id = organization
            AND (rule.expires_at IS NULL OR rule.expires_at > moment) AND rule.provider = token_issuer;
      END IF;
      PERFORM set_config('governance.system_scope', scope_before, true);
    END $$`);
  await handOverFunctions(queryRunner, ['find_active_machine(text, text, text, timestamptz)']);
}

/** Of credentials and trust rules, whose ids differ. */
async function noteUses(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE OR REPLACE FUNCTION note_credential_uses(credentials uuid[], moments timestamptz[]) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'last-used', true);
      ${noteUsesIn('m2m_credentials')}
      ${noteUsesIn('trust_rules')}
      PERFORM set_config('governance.system_scope', scope_before, true);
    END $$`);
  await handOverFunctions(queryRunner, ['note_credential_uses(uuid[], timestamptz[])']);
}

function noteUsesIn(table: string): string {
  return `
      WITH uses AS (SELECT * FROM unnest(credentials, moments) AS used (machine_id, used_at)),
      locked AS (SELECT id FROM ${table} WHERE id = ANY(credentials) ORDER BY id FOR NO KEY UPDATE)
      UPDATE ${table} AS machine SET last_used_at = used_at
      FROM locked JOIN uses ON machine_id = locked.id
      WHERE machine.id = locked.id AND (last_used_at IS NULL OR last_used_at < used_at);`;
}
