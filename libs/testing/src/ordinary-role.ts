import { randomBytes } from 'node:crypto';
import { urlOfLogin } from './role-login';
import { withClient } from './with-client';

/** A role for whom row-level security holds. */
export interface OrdinaryRole {
  readonly url: string;
  drop(): Promise<void>;
}

const grantRolesThere = (grantee: string): string => `
  DO $$
  DECLARE
    role text;
  BEGIN
    FOR role IN SELECT rolname FROM pg_roles WHERE rolname LIKE 'governance\\_%' AND NOT rolcanlogin LOOP
      EXECUTE format('GRANT %I TO "${grantee}" WITH ADMIN OPTION', role);
    END LOOP;
  END $$`;

/**
 * The role of `url` where row-level security holds for it. For a superuser it does not, and nothing that it separates could
 * be proved: then a role is made that can log in, make databases and roles, and grant the programs' roles that are there.
 */
export async function ordinaryRole(url: string, name: string): Promise<OrdinaryRole> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ bypasses: boolean }>(
      'SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
    );
    if (rows[0]?.bypasses !== true) return { url, drop: () => Promise.resolve() };
    const password = randomBytes(24).toString('hex');
    await client.query(`CREATE ROLE "${name}" LOGIN CREATEDB CREATEROLE PASSWORD '${password}'`);
    await client.query(grantRolesThere(name));
    return {
      url: urlOfLogin(url, { name, password }),
      drop: () =>
        withClient(url, async (dropping) => {
          await dropping.query(`DROP ROLE IF EXISTS "${name}"`);
        }),
    };
  });
}
