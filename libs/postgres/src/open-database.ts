import { checkRole } from './access/role-check';
import { type ProgramRole } from './access/database-roles';
import { Database } from './database';

export interface OpenDatabaseOptions {
  readonly url: string;
  readonly poolSize?: number | undefined;
  /** The database role of the program (ADR 21). If absent, the login is not checked. */
  readonly role?: ProgramRole;
  /** Whether to refuse a login with more or fewer rights than the role; otherwise `warn` is called. */
  readonly requireRole?: boolean | undefined;
  /** Also called for lost connections. The pool replaces them; the process continues. */
  readonly warn: (message: string) => void;
}

/**
 * Opens the database of a program and checks the role of its login.
 * @throws `StoreUnavailable` when the database does not respond, `UnfitDatabaseRole` when the login is refused.
 */
export async function openDatabase({
  url,
  poolSize,
  role: expected,
  requireRole: required = false,
  warn,
}: OpenDatabaseOptions): Promise<Database> {
  const database = await Database.open({
    url,
    ...(poolSize !== undefined && { poolSize }),
    onConnectionLost: ({ message }) => {
      warn(`connection lost: ${message}`);
    },
  });
  try {
    if (expected !== undefined) await checkRole(database.query, { expected, required, warn });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
