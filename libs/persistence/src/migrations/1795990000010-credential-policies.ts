import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { separateOrganizations } from './row-security';

/**
 * Whether an organization allows credentials with a secret, which the previous release does not ask, and the last change of a trust
 * rule, so that a reconciler sees whether one has taken effect.
 */
export class CredentialPolicies1795990000010 extends ForwardOnlyMigration {
  readonly name = 'CredentialPolicies1795990000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE credential_policies (
        org_id text PRIMARY KEY CHECK (char_length(org_id) BETWEEN 1 AND 128),
        client_secrets text NOT NULL CHECK (client_secrets IN ('allowed', 'forbidden'))
      )`);
    await separateOrganizations(queryRunner, 'credential_policies');
    await queryRunner.query('ALTER TABLE trust_rules ADD COLUMN revision uuid');
  }
}
