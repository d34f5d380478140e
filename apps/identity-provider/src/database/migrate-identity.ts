import { migrateSchema, type RunStatement } from '@governance/postgres';
import { identityAccess } from './identity-access';
import { migrations } from './migrations';

/**
 * Brings the schema `identity` of the database at `url` to the newest state and gives the provider's role what it may use
 * (ADR 21). `url` is of the owner. Can be repeated. Processes that migrate at the same time wait for each other. Returns the
 * names of what was applied; `say` is told what the operator has to know of it.
 * @throws `RolesMissing` when the owner may not make the role, and then nothing has happened.
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

/** `identity.migrations` is the table of the first runner of this app, which kept other names. */
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
