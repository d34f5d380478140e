import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { handOverFunctions } from './function-owner';
import { inSystemScope } from './row-security';

/** What the functions below may do with the rows of every organization. */
const scope = 'client-results';
const scopedTables = {
  org_results: ['SELECT', 'UPDATE'],
  org_clients: ['SELECT', 'UPDATE'],
  org_client_words: ['SELECT', 'DELETE'],
} as const;

/** The columns of `org_results` that lists and filters read, and what of `survey_results` they are copies of. */
const copies = {
  submitted_at: 'created_at',
  renew_by: `(created_at AT TIME ZONE 'UTC' + interval '12 months') AT TIME ZONE 'UTC'`,
  mode: 'mode',
  overall_score: 'overall_score',
  tier: 'tier',
  launch_allowed: 'launch_allowed',
  domain_scores: 'domain_scores',
  withdrawn_at: 'withdrawn_at',
};

/**
 * Results belong to clients (ADR 71). The results of one client, as the former release recognised them, become a client with the id
 * that they share. Triggers copy what lists need, keep `is_latest`, and keep which result gives a client its name, whichever
 * release writes a row. Where the former release names no client, a trigger makes one.
 */
export class ResultsOfClients1795990000020 extends ForwardOnlyMigration {
  readonly name = 'ResultsOfClients1795990000020';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`SELECT set_config('governance.system_scope', 'operator', true)`);
    await this.addColumns(queryRunner);
    await this.makeClients(queryRunner);
    await this.copyOutcomes(queryRunner);
    await queryRunner.query(`SELECT set_config('governance.system_scope', '', true)`);
    await this.addPolicies(queryRunner);
    await this.completeAttachments(queryRunner);
    await this.followClients(queryRunner);
    await this.followResults(queryRunner);
  }

  private async addColumns(queryRunner: QueryRunner): Promise<void> {
    // A client without a name shows the one that the result declares. It is found again when its words are stored.
    await queryRunner.query(`
      ALTER TABLE org_clients ALTER COLUMN name DROP NOT NULL,
        ADD COLUMN name_result_id uuid,
        ADD COLUMN is_indexed boolean NOT NULL DEFAULT true`);
    await queryRunner.query(
      `ALTER TABLE org_client_words ADD COLUMN of_result boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(`
      ALTER TABLE org_results
        ADD COLUMN submitted_at timestamptz(3),
        ADD COLUMN renew_by timestamptz(3),
        ADD COLUMN mode text,
        ADD COLUMN overall_score smallint,
        ADD COLUMN tier text,
        ADD COLUMN launch_allowed boolean,
        ADD COLUMN domain_scores jsonb,
        ADD COLUMN withdrawn_at timestamptz(3),
        ADD COLUMN is_latest boolean NOT NULL DEFAULT false`);
  }

  private async makeClients(queryRunner: QueryRunner): Promise<void> {
    // Results that were compared by a domain which was proven after they were attached.
    await queryRunner.query(`
      DO $$ BEGIN
        LOOP
          WITH named AS (
            SELECT DISTINCT org_id, client_id, name FROM org_results JOIN certificate_domains USING (result_id)
            WHERE proven_at IS NOT NULL),
          joined AS (
            SELECT org_id, one.client_id, min(other.client_id::text)::uuid AS common_id
            FROM named AS one JOIN named AS other USING (org_id, name) GROUP BY org_id, one.client_id)
          UPDATE org_results AS result SET client_id = common_id FROM joined
          WHERE result.org_id = joined.org_id AND result.client_id = joined.client_id AND result.client_id <> common_id;
          EXIT WHEN NOT FOUND;
        END LOOP;
      END $$`);
    // Two organizations can have attached the same result first, whose id their clients share.
    await queryRunner.query(`
      WITH chains AS (SELECT DISTINCT org_id, client_id FROM org_results),
      shared AS MATERIALIZED (
        SELECT org_id, client_id, gen_random_uuid() AS own_id FROM chains
        WHERE EXISTS (SELECT FROM chains AS other WHERE other.client_id = chains.client_id AND other.org_id < chains.org_id)
          OR EXISTS (SELECT FROM org_clients WHERE id = chains.client_id))
      UPDATE org_results AS result SET client_id = own_id FROM shared
      WHERE result.org_id = shared.org_id AND result.client_id = shared.client_id`);
    await queryRunner.query(`
      INSERT INTO org_clients (org_id, id, name_result_id, domain, tags, is_archived, created_at, updated_at, is_indexed)
      SELECT org_id, client_id,
        (array_agg(result.id ORDER BY created_at DESC, result.id DESC) FILTER (WHERE organization_name IS NOT NULL))[1],
        (array_agg(domain.name ORDER BY created_at DESC, result.id DESC) FILTER (WHERE proven_at IS NOT NULL))[1],
        '{}', false, min(attached_at), min(attached_at), false
      FROM org_results AS attached JOIN survey_results AS result ON result.id = attached.result_id
        LEFT JOIN certificate_domains AS domain ON domain.result_id = attached.result_id
      GROUP BY org_id, client_id`);
  }

  private async copyOutcomes(queryRunner: QueryRunner): Promise<void> {
    const names = Object.keys(copies);
    const columns = Object.entries(copies).map(([copy, expression]) => `${expression} AS ${copy}`);
    await queryRunner.query(`
      WITH result AS (
        SELECT id, ${columns.join(', ')} FROM survey_results WHERE id IN (SELECT result_id FROM org_results)),
      ranked AS (
        SELECT org_id, result.*, result.withdrawn_at IS NULL AND row_number() OVER (
          PARTITION BY org_id, client_id, result.mode, result.withdrawn_at IS NULL
          ORDER BY result.submitted_at DESC, id DESC) = 1 AS latest
        FROM org_results JOIN result ON id = result_id)
      UPDATE org_results AS attached
      SET ${names.map((copy) => `${copy} = ranked.${copy}`).join(', ')}, is_latest = latest FROM ranked
      WHERE attached.org_id = ranked.org_id AND attached.result_id = ranked.id`);
    const required = names.filter((copy) => copy !== 'withdrawn_at');
    await queryRunner.query(`
      ALTER TABLE org_results ${required.map((copy) => `ALTER COLUMN ${copy} SET NOT NULL`).join(', ')},
        ADD FOREIGN KEY (org_id, client_id) REFERENCES org_clients (org_id, id) ON DELETE CASCADE`);
  }

  private async addPolicies(queryRunner: QueryRunner): Promise<void> {
    for (const [table, commands] of Object.entries(scopedTables)) {
      for (const command of commands) {
        await queryRunner.query(`
          CREATE POLICY "${scope} ${command.toLowerCase()}" ON ${table} FOR ${command} USING ${inSystemScope(scope)}`);
      }
    }
  }

  /** The copies of an attachment, and its client, if it is of the previous release. */
  private async completeAttachments(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION complete_org_result() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        organization_before CONSTANT text := coalesce(current_setting('governance.org_id', true), '');
        scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
      BEGIN
        -- Locked, so that no withdrawal comes between the copy and the row.
        SELECT ${Object.values(copies).join(', ')} INTO ${Object.keys(copies)
          .map((copy) => `NEW.${copy}`)
          .join(', ')}
        FROM survey_results WHERE id = NEW.result_id FOR SHARE;
        -- Row-level security refuses the row afterwards if the writer does not act for its organization.
        PERFORM set_config('governance.org_id', NEW.org_id, true), set_config('governance.system_scope', '${scope}', true);
        IF NOT EXISTS (SELECT FROM org_clients WHERE org_id = NEW.org_id AND id = NEW.client_id) THEN
          INSERT INTO org_clients (org_id, id, tags, is_archived, created_at, updated_at)
          VALUES (NEW.org_id, NEW.client_id, '{}', false, NEW.attached_at, NEW.attached_at) ON CONFLICT (id) DO NOTHING;
          -- A client of another organization has the id.
          IF NOT FOUND THEN
            NEW.client_id := gen_random_uuid();
            INSERT INTO org_clients (org_id, id, tags, is_archived, created_at, updated_at)
            VALUES (NEW.org_id, NEW.client_id, '{}', false, NEW.attached_at, NEW.attached_at);
          END IF;
        END IF;
        PERFORM set_config('governance.org_id', organization_before, true), set_config('governance.system_scope', scope_before, true);
        RETURN NEW;
      END $$`);
    await handOverFunctions(queryRunner, ['complete_org_result()']);
    await queryRunner.query(`
      CREATE TRIGGER complete_org_result BEFORE INSERT ON org_results FOR EACH ROW EXECUTE FUNCTION complete_org_result()`);
  }

  /** A change of the results of a client. The writer has locked the client, or takes its lock here. */
  private async followClients(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION refresh_client(organization text, client uuid) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        named uuid;
      BEGIN
        PERFORM FROM org_clients WHERE org_id = organization AND id = client FOR NO KEY UPDATE;
        -- Its results are deleted with it.
        IF NOT FOUND THEN RETURN; END IF;
        UPDATE org_results AS result SET is_latest = ranked.is_latest FROM (
          SELECT result_id, withdrawn_at IS NULL AND row_number() OVER (
            PARTITION BY mode, withdrawn_at IS NULL ORDER BY submitted_at DESC, result_id DESC) = 1 AS is_latest
          FROM org_results WHERE org_id = organization AND client_id = client) AS ranked
        WHERE result.org_id = organization AND result.result_id = ranked.result_id
          AND result.is_latest <> ranked.is_latest;
        SELECT result_id INTO named FROM org_results JOIN survey_results ON survey_results.id = result_id
        WHERE org_id = organization AND client_id = client AND organization_name IS NOT NULL
        ORDER BY submitted_at DESC, result_id DESC LIMIT 1;
        UPDATE org_clients SET name_result_id = named, is_indexed = false
        WHERE org_id = organization AND id = client AND name IS NULL AND name_result_id IS DISTINCT FROM named;
        IF FOUND THEN
          DELETE FROM org_client_words WHERE org_id = organization AND client_id = client AND of_result;
        END IF;
      END $$`);
    await queryRunner.query(`
      CREATE FUNCTION refresh_clients_of_result() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
      BEGIN
        PERFORM set_config('governance.system_scope', '${scope}', true);
        IF TG_OP <> 'INSERT' THEN PERFORM refresh_client(OLD.org_id, OLD.client_id); END IF;
        IF TG_OP <> 'DELETE' THEN PERFORM refresh_client(NEW.org_id, NEW.client_id); END IF;
        PERFORM set_config('governance.system_scope', scope_before, true);
        RETURN NULL;
      END $$`);
    await handOverFunctions(queryRunner, ['refresh_client(text, uuid)', 'refresh_clients_of_result()']);
    await queryRunner.query(`
      CREATE TRIGGER refresh_clients_of_result AFTER INSERT OR DELETE OR UPDATE OF client_id ON org_results
      FOR EACH ROW EXECUTE FUNCTION refresh_clients_of_result()`);
  }

  /**
   * A withdrawal, and the end of declared names, in every organization that has attached the results. Every writer locks results
   * first, then clients in the order of their ids, then rows of `org_results`.
   */
  private async followResults(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE FUNCTION follow_changed_results() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        scope_before CONSTANT text := coalesce(current_setting('governance.system_scope', true), '');
        changed uuid[];
      BEGIN
        SELECT array_agg(id) INTO changed FROM new_results AS after JOIN old_results AS before USING (id)
        WHERE after.withdrawn_at IS DISTINCT FROM before.withdrawn_at
          OR (after.organization_name IS NULL) <> (before.organization_name IS NULL);
        IF changed IS NULL THEN RETURN NULL; END IF;
        PERFORM set_config('governance.system_scope', '${scope}', true);
        PERFORM FROM org_clients WHERE (org_id, id) IN (
          SELECT org_id, client_id FROM org_results WHERE result_id = ANY (changed)) ORDER BY id FOR NO KEY UPDATE;
        UPDATE org_results AS attached SET withdrawn_at = result.withdrawn_at FROM survey_results AS result
        WHERE result.id = result_id AND result_id = ANY (changed)
          AND attached.withdrawn_at IS DISTINCT FROM result.withdrawn_at;
        PERFORM refresh_client(org_id, client_id) FROM (
          SELECT DISTINCT org_id, client_id FROM org_results WHERE result_id = ANY (changed)) AS clients;
        PERFORM set_config('governance.system_scope', scope_before, true);
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE FUNCTION lock_result_to_attach(result uuid) RETURNS TABLE (is_withdrawn boolean, domain_name text) LANGUAGE sql AS $$
        SELECT withdrawn_at IS NOT NULL, domain.name
        FROM survey_results LEFT JOIN certificate_domains AS domain ON result_id = id AND proven_at IS NOT NULL
        WHERE id = result FOR SHARE OF survey_results
      $$`);
    await handOverFunctions(queryRunner, ['follow_changed_results()', 'lock_result_to_attach(uuid)']);
    await queryRunner.query(`
      CREATE TRIGGER follow_changed_results AFTER UPDATE ON survey_results
      REFERENCING OLD TABLE AS old_results NEW TABLE AS new_results
      FOR EACH STATEMENT EXECUTE FUNCTION follow_changed_results()`);
  }
}
