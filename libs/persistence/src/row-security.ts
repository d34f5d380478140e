import { type Database } from './database';

const askRole = {
  name: 'ask-role',
  text: `
    SELECT current_user AS role, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user`,
};

/** The second wall between organizations does not stand for the role of the program. */
export class RowSecurityBypassed extends Error {
  override readonly name = 'RowSecurityBypassed';

  constructor(role: string) {
    super(`the database role ${role} bypasses row-level security: use one without SUPERUSER and BYPASSRLS`);
  }
}

/**
 * Asks whether row-level security holds for the role that the program has logged in as. Where it does not, rejects with
 * `RowSecurityBypassed` when it is required, and warns otherwise.
 */
export async function checkRowSecurity(
  database: Database,
  { required, warn }: { readonly required: boolean; readonly warn: (message: string) => void },
): Promise<void> {
  const { rows } = await database.query<{ role: string; bypasses: boolean }>(askRole);
  const [answer] = rows;
  if (answer?.bypasses === false) return;
  const bypassed = new RowSecurityBypassed(answer?.role ?? 'of the program');
  if (required) throw bypassed;
  warn(bypassed.message);
}
