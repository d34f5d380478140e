import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { separateOrganizations } from './row-security';

/**
 * The results that organizations have attached (ADR 57). `client_id` is the same for results of one client. A row ends with its result, and erasure deletes it across organizations. The
 * platform reads results through the view, which has those of the transaction's organization alone, and nothing of the submitter but
 * the declared name, which stays sealed.
 */
export class OrgResults1795800000000 extends ForwardOnlyMigration {
  readonly name = 'OrgResults1795800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE org_results (
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        result_id uuid NOT NULL REFERENCES survey_results (id) ON DELETE CASCADE,
        attached_at timestamptz(3) NOT NULL,
        client_id uuid NOT NULL,
        PRIMARY KEY (org_id, result_id)
      )`);
    await queryRunner.query(`CREATE INDEX org_results_by_result ON org_results (result_id)`);
    await separateOrganizations(queryRunner, 'org_results', { erasure: ['SELECT', 'DELETE'] });
    // The condition repeats the policy, which a view of a superuser would bypass.
    await queryRunner.query(`
      CREATE VIEW attached_results WITH (security_barrier) AS
      SELECT id, attached_at, client_id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier,
        launch_allowed, launch_reason, organization_name, domain.name AS domain_name, domain.proven_at AS domain_proven_at,
        withdrawn_at, withdrawal_reason
      FROM org_results AS attachment
        JOIN survey_results AS result ON result.id = attachment.result_id
        LEFT JOIN certificate_domains AS domain ON domain.result_id = attachment.result_id
      WHERE attachment.org_id = current_setting('governance.org_id', true)`);
  }
}
