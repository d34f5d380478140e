import { type QueryRunner } from 'typeorm';

const orgId = `current_setting('governance.org_id', true)`;
const viewer = `current_setting('governance.viewer', true)`;

/**
 * Narrows the rows of `org_clients` that a transaction sees to those of its viewer, who is set as `governance.viewer`: `*` sees all; a
 * member those that no member is assigned to, and those that they are assigned to; without a viewer only the former. Landed
 * migrations call this, and the next function: what they do never changes.
 */
export async function showClientsToViewer(queryRunner: QueryRunner): Promise<void> {
  await queryRunner.query(`
    ALTER POLICY organization ON org_clients USING (
      org_id = ${orgId} AND (member_ids = '{}' OR ${viewer} = '*' OR ${viewer} = ANY (member_ids)))`);
}

/** Narrows the rows of a table with `org_id` and `client_id` in the same way: to those of clients that the transaction sees. */
export async function showClientsOfViewer(queryRunner: QueryRunner, table: string): Promise<void> {
  // The clients are found once for a statement, and not for each row.
  await queryRunner.query(`
    ALTER POLICY organization ON ${table} USING (
      org_id = ${orgId} AND (
        ${viewer} = '*' OR client_id IN (SELECT id FROM org_clients WHERE org_clients.org_id = ${orgId})))`);
}
