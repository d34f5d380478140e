import { lockSession, ensureRoles, grantAccess, rolesOf } from '@governance/postgres';
import { Client } from 'pg';
import { identityAccess } from './identity-access';
import { migrations } from './migrations';

/**
 * Brings the schema `identity` of the database at `url` to the newest state and gives the provider's role what it may use
 * (ADR 21). `url` is of the owner. Can be repeated. Processes that migrate at the same time wait for each other. Returns the
 * names of what was applied; `say` is told what the operator has to know of it.
 * @throws `RolesMissing` when the owner may not make the role, and then nothing has happened.
 */
export async function migrateIdentity(
  url: string,
  say: (line: string) => void = () => undefined,
): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(lockSession('identity-migrations'));
    await ensureRoles(client, rolesOf(identityAccess));
    const applied = await applyAll(client, say);
    await grantAccess(client, identityAccess);
    return applied;
  } finally {
    // The lock ends with its session.
    await client.end();
  }
}

async function applyAll(client: Client, say: (line: string) => void): Promise<string[]> {
  await client.query('CREATE SCHEMA IF NOT EXISTS identity');
  await client.query(`
    CREATE TABLE IF NOT EXISTS identity.migrations (
      name text PRIMARY KEY,
      applied_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  const { rows } = await client.query<{ name: string }>('SELECT name FROM identity.migrations');
  const before = new Set(rows.map(({ name }) => name));
  const applied: string[] = [];
  for (const { name, statements, report } of migrations) {
    if (before.has(name)) continue;
    await applyOne(client, name, statements);
    applied.push(name);
    if (report === undefined) continue;
    const { rows: reported } = await client.query<Record<string, unknown>>(report);
    for (const row of reported) say(`${name}: ${JSON.stringify(row)}`);
  }
  return applied;
}

async function applyOne(client: Client, name: string, statements: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('INSERT INTO identity.migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
