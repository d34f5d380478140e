import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';
import { separateOrganizations } from './row-security';

/**
 * The clients of organizations, and the keyed words that find them (ADR 70). Erasure removes the contact and its words across
 * organizations. A word is a row of its own: row-level security keeps PostgreSQL from using an index of arrays, whose operators it
 * does not trust with rows of others, and it does use an index that compares single values.
 */
export class OrgClients1795990000012 extends ForwardOnlyMigration {
  readonly name = 'OrgClients1795990000012';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE org_clients (
        id uuid PRIMARY KEY,
        org_id text NOT NULL CHECK (char_length(org_id) BETWEEN 1 AND 128),
        name bytea NOT NULL,
        contact_name bytea,
        contact_email bytea,
        contact_email_mac bytea,
        reference text,
        domain text,
        tags text[] NOT NULL,
        owner_id text,
        is_archived boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        UNIQUE (org_id, id),
        UNIQUE (org_id, reference),
        CHECK ((contact_email IS NULL) = (contact_email_mac IS NULL))
      )`);
    await queryRunner.query(`
      CREATE INDEX org_clients_listed ON org_clients (org_id, created_at DESC, id DESC)`);
    await queryRunner.query(`
      CREATE INDEX org_clients_by_contact ON org_clients (contact_email_mac) WHERE contact_email_mac IS NOT NULL`);
    await separateOrganizations(queryRunner, 'org_clients', { erasure: ['SELECT', 'UPDATE'] });
    await queryRunner.query(`
      CREATE TABLE org_client_words (
        org_id text NOT NULL,
        word bytea NOT NULL,
        client_id uuid NOT NULL,
        of_contact boolean NOT NULL,
        PRIMARY KEY (org_id, word, client_id),
        FOREIGN KEY (org_id, client_id) REFERENCES org_clients (org_id, id) ON DELETE CASCADE
      )`);
    await queryRunner.query(`
      CREATE INDEX org_client_words_by_client ON org_client_words (client_id)`);
    await separateOrganizations(queryRunner, 'org_client_words', { erasure: ['SELECT', 'DELETE'] });
  }
}
