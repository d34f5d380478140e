import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { inSystemScope, type ScopePermissions, separateOrganizations } from './row-security';

/**
 * What organizations keep: service identities, their credentials, changes of these that are not finished (ADR 7), which
 * writes ask for a second factor, and the audit trail. No secret, key or token is among it.
 *
 * Row-level security separates the organizations (ADR 11).
 */
export class MachineCredentials1763900000000 extends ForwardOnlyMigration {
  readonly name = 'MachineCredentials1763900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await keepCredentials(queryRunner);
    await keepChanges(queryRunner);
    await keepPolicies(queryRunner);
    await keepAuditTrail(queryRunner);
    for (const [table, scopes] of Object.entries(systemScopes))
      await separateOrganizations(queryRunner, table, scopes);
    await admitAuditWithoutOrganization(queryRunner);
    await readForGuard(queryRunner);
  }
}

const orgId = `org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128)`;

async function keepCredentials(queryRunner: QueryRunner): Promise<void> {
  // One that was made with a credential is not ready before that credential is there.
  await queryRunner.query(`
    CREATE TABLE service_identities (
      id uuid PRIMARY KEY,
      ${orgId},
      name text NOT NULL,
      permissions text[] NOT NULL,
      is_ready boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL,
      UNIQUE (org_id, id)
    )`);
  await queryRunner.query(`
    CREATE TABLE m2m_credentials (
      id uuid PRIMARY KEY,
      ${orgId},
      name text NOT NULL,
      type text NOT NULL CHECK (type IN ('client_secret', 'public_key')),
      state text NOT NULL DEFAULT 'creating' CHECK (state IN ('creating', 'active', 'revoked')),
      client_id text CHECK ((client_id IS NULL) = (state = 'creating')),
      service_identity_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      last_rotated_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3),
      valid_for_days integer,
      last_used_at timestamptz(3),
      key_thumbprint text,
      UNIQUE (org_id, id),
      FOREIGN KEY (org_id, service_identity_id) REFERENCES service_identities (org_id, id)
    )`);
  await queryRunner.query(`
    CREATE UNIQUE INDEX m2m_credentials_active_client ON m2m_credentials (client_id) WHERE state = 'active'`);
  await queryRunner.query(`
    CREATE INDEX m2m_credentials_listed ON m2m_credentials (org_id, created_at DESC, id DESC)
    WHERE state = 'active'`);
  await queryRunner.query(`
    CREATE INDEX m2m_credentials_revoked ON m2m_credentials (id) WHERE state = 'revoked'`);
  await queryRunner.query(`
    CREATE INDEX m2m_credentials_by_service_identity ON m2m_credentials (service_identity_id)`);
}

async function keepChanges(queryRunner: QueryRunner): Promise<void> {
  // The key makes it one for a credential. `audit` is what the audit trail will say, until it does.
  await queryRunner.query(`
    CREATE TABLE credential_intents (
      credential_id uuid PRIMARY KEY,
      id uuid NOT NULL,
      ${orgId},
      kind text NOT NULL CHECK (kind IN ('create', 'rotate', 'rename', 'revoke')),
      lease uuid NOT NULL,
      lease_until timestamptz(3) NOT NULL,
      audit jsonb CHECK ((audit IS NOT NULL) = (kind IN ('create', 'rotate'))),
      expires_at timestamptz(3),
      key_thumbprint text,
      FOREIGN KEY (org_id, credential_id) REFERENCES m2m_credentials (org_id, id) ON DELETE CASCADE
    )`);
  await queryRunner.query(`CREATE INDEX credential_intents_due ON credential_intents (lease_until)`);
  // A caller may send an idempotency key. The key and the body of its request are stored as keyed hashes.
  await queryRunner.query(`
    CREATE TABLE credential_creation_keys (
      key_mac bytea PRIMARY KEY,
      ${orgId},
      body_mac bytea NOT NULL,
      credential_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      FOREIGN KEY (org_id, credential_id) REFERENCES m2m_credentials (org_id, id) ON DELETE CASCADE
    )`);
  await queryRunner.query(`
    CREATE INDEX credential_creation_keys_by_credential ON credential_creation_keys (credential_id)`);
  await queryRunner.query(`
    CREATE INDEX credential_creation_keys_by_age ON credential_creation_keys (created_at)`);
}

async function keepPolicies(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE organization_policies (
      org_id text PRIMARY KEY CHECK (char_length(org_id) BETWEEN 1 AND 128),
      gated_operations text[] NOT NULL
    )`);
}

async function keepAuditTrail(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE TABLE audit_trail (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL,
      org_id text,
      actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'machine')),
      actor_issuer text NOT NULL,
      actor_subject text NOT NULL,
      actor_client_id text,
      operation text NOT NULL,
      target text,
      request_id text NOT NULL,
      second_factor_age_seconds double precision,
      outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'abandoned')),
      reason text
    )`);
  await queryRunner.query(`CREATE INDEX audit_trail_by_organization ON audit_trail (org_id, at)`);
  await queryRunner.query(`
    CREATE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
    END $$`);
  // For each statement, so that one that would find no row is refused too.
  await queryRunner.query(`
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_trail
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail()`);
  await queryRunner.query(`ALTER TABLE audit_trail ENABLE ALWAYS TRIGGER append_only`);
}

/** What each scope that crosses organizations may do with a table; what is not here, no scope may. */
const systemScopes: Record<string, ScopePermissions> = {
  service_identities: {},
  m2m_credentials: {
    guard: ['SELECT'],
    'last-used': ['SELECT', 'UPDATE'],
    reconciler: ['SELECT'],
    housekeeping: ['SELECT', 'DELETE'],
  },
  credential_intents: { reconciler: ['SELECT', 'UPDATE'], housekeeping: ['SELECT'] },
  credential_creation_keys: { housekeeping: ['SELECT', 'DELETE'] },
  organization_policies: {},
  audit_trail: {},
};

/** A refused write of a caller without an organization belongs to none, and no organization reads it. */
async function admitAuditWithoutOrganization(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE POLICY "audit insert" ON audit_trail FOR INSERT
    WITH CHECK (org_id IS NULL AND ${inSystemScope('audit')})`);
}

/**
 * The guard asks on every call of a machine. The function names its scope itself, so that no transaction has to be opened
 * for it: one round trip. (`SET` at the function would do the same, but is a superuser's to write.)
 */
async function readForGuard(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    CREATE FUNCTION find_active_credential(client text, organization text, moment timestamptz)
    RETURNS TABLE (credential_id uuid, used_at timestamptz) LANGUAGE plpgsql AS $$
    DECLARE
      scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
    BEGIN
      PERFORM set_config('governance.system_scope', 'guard', true);
      RETURN QUERY
        SELECT id, last_used_at FROM m2m_credentials
        WHERE state = 'active' AND client_id = client AND org_id = organization
          AND (expires_at IS NULL OR expires_at > moment);
      PERFORM set_config('governance.system_scope', scope_before, true);
    END $$`);
}
