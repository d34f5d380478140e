import { type Client, DatabaseError, escapeIdentifier } from 'pg';
import { type DatabaseRole } from './database-roles';

/** The owner may not create the roles. `statements` is the SQL for a role that may. */
export class RolesMissing extends Error {
  override readonly name = 'RolesMissing';

  constructor(readonly statements: readonly string[]) {
    super(
      'The role of DATABASE_OWNER_URL may not create or grant the roles of the programs. ' +
        'Run this as a role that may, then migrate again. Nothing was changed.\n\n' +
        statements.map((statement) => `${statement};`).join('\n'),
    );
  }
}

const functionOwner: DatabaseRole = 'governance_functions';

/** Another process created or granted the role at the same time. Locks in one database do not exclude other databases. */
const madeMeanwhile = ['23505', '42710', 'XX000'];
const notAllowed = '42501';

/**
 * Creates missing roles without a login, and allows the owner to transfer functions to `governance_functions`.
 * @throws `RolesMissing` when the owner may not.
 */
export async function ensureRoles(client: Client, roles: readonly DatabaseRole[]): Promise<void> {
  const todo = await missing(client, roles);
  for (const statement of todo) {
    try {
      await client.query(statement);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.code === notAllowed) throw new RolesMissing(await missing(client, roles));
      if (!madeMeanwhile.includes(error.code ?? '')) throw error;
    }
  }
}

async function missing(client: Client, roles: readonly DatabaseRole[]): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; present: string[]; held: boolean }>(
    `SELECT current_user AS owner,
       ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY($1)) AS present,
       EXISTS (SELECT FROM pg_roles WHERE rolname = $2 AND pg_has_role(oid, 'USAGE')) AS held`,
    [roles, functionOwner],
  );
  const { owner, present, held } = rows[0] ?? { owner: '', present: [], held: false };
  return [
    ...roles.filter((role) => !present.includes(role)).map((role) => `CREATE ROLE ${role} NOLOGIN`),
    ...(roles.includes(functionOwner) && !held
      ? [`GRANT ${functionOwner} TO ${escapeIdentifier(owner)}`]
      : []),
  ];
}
