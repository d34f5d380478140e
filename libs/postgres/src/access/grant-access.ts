import { type Client, DatabaseError, escapeIdentifier as quoted } from 'pg';
import { databaseRoles, type DatabaseRole } from './database-roles';
import { type Columns, rolesOf, type SchemaAccess, type TableGrants } from './schema-access';

interface Relation {
  readonly name: string;
  readonly is_sequence: boolean;
}

interface StoredFunction {
  readonly name: string;
  readonly signature: string;
  readonly owner: string;
}

interface Policy {
  readonly name: string;
  readonly relation: string;
  readonly owner: string;
  readonly roles: readonly string[];
}

/** SQLSTATE when migrations of two schemas change privileges of the same database concurrently. */
const metAnother = 'XX000';

/**
 * Grants every role the privileges that `access` names in its schema and revokes all others, also from `PUBLIC`. One
 * transaction, so that running programs never lose a privilege that they need. Runs as the owner; can be repeated.
 */
export async function grantAccess(client: Client, access: SchemaAccess): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('BEGIN');
      for (const statement of await statementsFor(client, access)) await client.query(statement);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const repeatable = error instanceof DatabaseError && error.code === metAnother;
      if (!repeatable || attempt === 5) throw error;
    }
  }
}

async function statementsFor(client: Client, access: SchemaAccess): Promise<string[]> {
  const roles = await rolesThere(client);
  return [
    ...(await databaseStatements(client, roles)),
    ...schemaStatements(access, roles),
    ...relationStatements(access, roles, await relations(client, access)),
    ...functionStatements(access, roles, await functions(client, access)),
    ...(await policies(client, access)).flatMap((policy) => policyStatements(access, policy)),
  ];
}

async function rolesThere(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT rolname AS name FROM pg_roles WHERE rolname = ANY($1)',
    [databaseRoles],
  );
  return rows.map(({ name }) => name);
}

/** Only the owner can create objects in the database, even temporary tables. */
async function databaseStatements(client: Client, roles: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ database: string }>(
    `SELECT current_database() AS database WHERE has_database_privilege('public', current_database(), 'TEMP, CREATE')
       OR EXISTS (SELECT FROM unnest($1::text[]) AS role WHERE has_database_privilege(role, current_database(), 'TEMP, CREATE'))`,
    [roles],
  );
  return rows.map(
    ({ database }) => `REVOKE CREATE, TEMPORARY ON DATABASE ${quoted(database)} FROM ${everyone(roles)}`,
  );
}

function schemaStatements(access: SchemaAccess, roles: readonly string[]): string[] {
  const schema = quoted(access.schema);
  return [
    `REVOKE CREATE ON SCHEMA ${schema} FROM ${everyone(roles)}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${rolesOf(access).join(', ')}`,
  ];
}

async function relations(client: Client, { schema }: SchemaAccess): Promise<readonly Relation[]> {
  const { rows } = await client.query<Relation>(
    `SELECT relname AS name, relkind = 'S' AS is_sequence FROM pg_class
     WHERE relnamespace = $1::text::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
       AND pg_has_role(relowner, 'USAGE')
     ORDER BY relname`,
    [quoted(schema)],
  );
  return rows;
}

function relationStatements(
  { schema, tables, sequences }: SchemaAccess,
  roles: readonly string[],
  found: readonly Relation[],
): string[] {
  return found.flatMap(({ name, is_sequence }) => {
    const place = `${quoted(schema)}.${quoted(name)}`;
    const revoke = `REVOKE ALL ON ${is_sequence ? 'SEQUENCE' : 'TABLE'} ${place} FROM ${everyone(roles)}`;
    const grants = is_sequence
      ? (sequences[name] ?? []).map((role) => `GRANT USAGE ON SEQUENCE ${place} TO ${role}`)
      : Object.entries(tables[name] ?? {}).flatMap(([role, granted]) =>
          grantsOn(place, role as DatabaseRole, granted),
        );
    return [revoke, ...grants];
  });
}

function grantsOn(place: string, role: DatabaseRole, granted: TableGrants): string[] {
  return (Object.entries(granted) as [keyof TableGrants, Columns][]).map(
    ([command, columns]) => `GRANT ${command}${columnList(columns)} ON TABLE ${place} TO ${role}`,
  );
}

function columnList(columns: Columns): string {
  return columns === 'all' ? '' : ` (${columns.map(quoted).join(', ')})`;
}

async function functions(client: Client, { schema }: SchemaAccess): Promise<readonly StoredFunction[]> {
  const { rows } = await client.query<StoredFunction>(
    `SELECT proname AS name, pg_get_userbyid(proowner) AS owner,
       format('%I.%I(%s)', $2::text, proname, pg_get_function_identity_arguments(oid)) AS signature
     FROM pg_proc WHERE pronamespace = $1::text::regnamespace AND pg_has_role(proowner, 'USAGE')`,
    [quoted(schema), schema],
  );
  return rows;
}

function functionStatements(
  access: SchemaAccess,
  roles: readonly string[],
  found: readonly StoredFunction[],
): string[] {
  return found.flatMap(({ name, signature, owner }) => [
    `REVOKE ALL ON FUNCTION ${signature} FROM ${everyone(roles.filter((role) => role !== owner))}`,
    `GRANT EXECUTE ON FUNCTION ${signature} TO ${['CURRENT_USER', ...(access.functions[name] ?? [])].join(', ')}`,
  ]);
}

/** The policies that show rows for a named scope. Any role can name a scope. */
async function policies(client: Client, { schema }: SchemaAccess): Promise<readonly Policy[]> {
  const { rows } = await client.query<Policy>(
    `SELECT policyname AS name, format('%I.%I', schemaname, tablename) AS relation, tableowner AS owner,
       roles::text[] AS roles
     FROM pg_policies JOIN pg_tables USING (schemaname, tablename)
     WHERE schemaname = $1 AND concat(qual, with_check) LIKE '%governance.system\\_scope%'`,
    [schema],
  );
  return rows;
}

/**
 * The role gives the right, and the scope narrows it to one purpose. The owner has the right too, for operators who
 * maintain the data and for a previous release that still runs as the owner.
 */
function policyStatements({ scopePolicies }: SchemaAccess, policy: Policy): string[] {
  const wanted = [policy.owner, ...(scopePolicies[policy.name] ?? [])];
  const same = wanted.length === policy.roles.length && wanted.every((role) => policy.roles.includes(role));
  if (same) return [];
  return [`ALTER POLICY ${quoted(policy.name)} ON ${policy.relation} TO ${wanted.map(quoted).join(', ')}`];
}

function everyone(roles: readonly string[]): string {
  return ['PUBLIC', ...roles].join(', ');
}
