import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { showClientsOfViewer, showClientsToViewer } from './viewer-security';

/** The members that clients are assigned to, who alone see them beside account-admins (ADR 73). */
export class MembersOfClients1795990000019 extends ForwardOnlyMigration {
  readonly name = 'MembersOfClients1795990000019';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE org_clients
        ADD COLUMN member_ids text[] NOT NULL DEFAULT '{}' CHECK (cardinality(member_ids) <= 50)`);
    await showClientsToViewer(queryRunner);
    await showClientsOfViewer(queryRunner, 'org_client_words');
  }
}
