import { databaseRoles, type ProgramRole } from './database-roles';
import { type RunStatement } from '../database';

/** Reads the attributes and memberships of the program's login role. */
const askRole = {
  name: 'ask-role',
  text: `
    SELECT current_user AS role, rolsuper OR rolbypassrls AS bypasses, rolcreaterole OR rolcreatedb AS manages,
      EXISTS (
        SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname <> 'information_schema' AND nspname !~ '^pg_' AND pg_has_role(relowner, 'MEMBER')) AS owns,
      ARRAY(SELECT rolname::text FROM pg_roles
        WHERE (rolname = ANY($1) OR rolname ~ '^pg_(read|write|execute)') AND pg_has_role(oid, 'MEMBER')
        ORDER BY rolname) AS roles
    FROM pg_roles WHERE rolname = current_user`,
};

interface RoleFacts {
  readonly role: string;
  readonly bypasses: boolean;
  readonly manages: boolean;
  readonly owns: boolean;
  readonly roles: readonly string[];
}

/** The database login of the program has more or fewer rights than its role (ADR 21). */
export class UnfitDatabaseRole extends Error {
  override readonly name = 'UnfitDatabaseRole';

  constructor(role: string, problems: readonly string[], expected: ProgramRole) {
    const advice = `log in as a member of ${expected} and of no other role`;
    super(`the database role ${role} ${problems.join(', ')}: ${advice} (docs/operations.md, Database roles)`);
  }
}

export interface RoleCheck {
  /** The role that the program should have. */
  readonly expected: ProgramRole;
  readonly required: boolean;
  readonly warn: (message: string) => void;
}

/**
 * Checks that the login has exactly the program's role. If not, rejects with `UnfitDatabaseRole` when `required`, otherwise
 * warns.
 */
export async function checkRole(query: RunStatement, { expected, required, warn }: RoleCheck): Promise<void> {
  const { rows } = await query<RoleFacts>(askRole, [databaseRoles]);
  const [facts] = rows;
  if (facts === undefined) throw new Error('the session has no role');
  const problems = problemsOf(facts, expected);
  if (problems.length === 0) return;
  const unfit = new UnfitDatabaseRole(facts.role, problems, expected);
  if (required) throw unfit;
  warn(unfit.message);
}

function problemsOf({ bypasses, manages, owns, roles }: RoleFacts, expected: ProgramRole): string[] {
  // A superuser is a member of every role, so the other problems follow from this one.
  if (bypasses) return ['bypasses row-level security'];
  const others = roles.filter((role) => role !== expected);
  return [
    ...(manages ? ['may make roles or databases'] : []),
    ...(owns ? ['owns tables'] : []),
    ...(others.length > 0 ? [`has the rights of ${others.join(', ')}`] : []),
    ...(roles.includes(expected) ? [] : [`lacks those of ${expected}`]),
  ];
}
