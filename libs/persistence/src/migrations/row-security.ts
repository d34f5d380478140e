import { type QueryRunner } from 'typeorm';

/** What a scope that crosses organizations may do with a table, by its name. What is not named, no scope may. */
export type ScopePermissions = Readonly<Record<string, readonly ('SELECT' | 'UPDATE' | 'DELETE')[]>>;

/** The condition that a transaction has named the scope. */
export function inSystemScope(scope: string): string {
  return `(current_setting('governance.system_scope', true) = '${scope}')`;
}

/**
 * Row-level security for a table with `org_id`, forced for its owner too: a transaction sees the rows of the organization
 * that it has set as `governance.org_id`, or what the scope is there for that it has named as `governance.system_scope`;
 * without either it sees none, and a migration that changes rows has to name `operator`. Landed migrations call this: what
 * it does never changes.
 */
export async function separateOrganizations(
  queryRunner: QueryRunner,
  table: string,
  scopes: ScopePermissions = {},
): Promise<void> {
  await queryRunner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`);
  await queryRunner.query(`
    CREATE POLICY organization ON ${table} USING (org_id = current_setting('governance.org_id', true))`);
  // Named by no program, but by whoever looks after the data by hand.
  await queryRunner.query(`CREATE POLICY operator ON ${table} USING ${inSystemScope('operator')}`);
  for (const [scope, commands] of Object.entries(scopes)) {
    for (const command of commands) {
      await queryRunner.query(`
        CREATE POLICY "${scope} ${command.toLowerCase()}" ON ${table}
        FOR ${command} USING ${inSystemScope(scope)}`);
    }
  }
}
