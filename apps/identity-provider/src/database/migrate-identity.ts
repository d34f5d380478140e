import { migrateSchema, type RunStatement } from '@governance/postgres';
import { identityAccess } from './identity-access';
import { migrations } from './migrations';

/**
 * Migrates the schema `identity` of the database at `url` and grants the provider's role its privileges (ADR 21). `url`
 * connects as the owner. Can be repeated. Concurrent migrations wait for each other. Returns the names of the applied
 * migrations; `say` receives messages for the operator.
 * @throws `RolesMissing` when the owner may not create the role. Nothing is changed then.
 */
export function migrateIdentity(url: string, say?: (line: string) => void): Promise<string[]> {
  return migrateSchema({
    url,
    lock: 'identity-migrations',
    access: identityAccess,
    migrations,
    table: 'schema_migrations',
    appliedElsewhere: appliedByFormerRunner,
    report: say,
  });
}

/** `identity.migrations` is the table of this app's first runner, which used other names. */
async function appliedByFormerRunner(query: RunStatement): Promise<readonly string[]> {
  await query(`
    CREATE TABLE IF NOT EXISTS identity.migrations (
      name text PRIMARY KEY,
      applied_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  const { rows } = await query<{ name: string }>('SELECT name FROM identity.migrations');
  const applied = new Set(rows.map(({ name }) => name));
  return migrations
    .map((Migration) => new Migration())
    .filter(({ formerName }) => applied.has(formerName))
    .map(({ name }) => name);
}
