import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { showClientsOfViewer } from './viewer-security';

/** The results and the campaign drafts of a client are visible with it (ADR 73). */
export class ResultsOfViewers1795990000024 extends ForwardOnlyMigration {
  readonly name = 'ResultsOfViewers1795990000024';

  async up(queryRunner: QueryRunner): Promise<void> {
    await showClientsOfViewer(queryRunner, 'org_results');
    await showClientsOfViewer(queryRunner, 'campaign_drafts');
    // The other programs find drafts by a capability or a named scope, and may not read the clients that the policy asks for.
    await queryRunner.query(`
      ALTER POLICY organization ON campaign_drafts TO CURRENT_USER, governance_platform_api`);
  }
}
