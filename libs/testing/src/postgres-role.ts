import { createHash } from 'node:crypto';
import { withClient } from './with-client';

/** Who owns the data: like the owner of a real deployment it obeys row-level security, and it may make the programs' roles. */
export const ownerRole = 'governance';

/** Made from the superuser's, which does not follow from it. */
export function ownerPassword(superuserPassword: string): string {
  return createHash('sha256').update(`${ownerRole}:${superuserPassword}`).digest('hex').slice(0, 48);
}

/** Begins with a role that is there already: data of before may lack it, and an interrupted start may have left it. */
const makeRole = (password: string): string => `
  DO $$ BEGIN
    CREATE ROLE ${ownerRole};
  EXCEPTION WHEN duplicate_object THEN NULL;
  END $$;
  ALTER ROLE ${ownerRole} LOGIN NOSUPERUSER NOBYPASSRLS CREATEROLE CREATEDB PASSWORD '${password}';
  ALTER DATABASE postgres OWNER TO ${ownerRole}`;

/**
 * Hands over what the superuser made when programs still logged in as it. `REASSIGN OWNED` refuses to do that for the
 * superuser, who owns the system's own objects too.
 */
const handOver = `
  DO $$
  DECLARE
    change text;
  BEGIN
    FOR change IN
      WITH ours AS (
        SELECT oid, nspname, nspowner FROM pg_namespace
        WHERE nspname <> 'information_schema' AND nspname !~ '^pg_')
      SELECT format('ALTER SCHEMA %I OWNER TO ${ownerRole}', nspname) FROM ours
      WHERE nspowner = 'postgres'::regrole
      UNION ALL
      SELECT format('ALTER TABLE %s OWNER TO ${ownerRole}', relation.oid::regclass)
      FROM pg_class AS relation JOIN ours ON ours.oid = relnamespace
      WHERE relowner = 'postgres'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        -- The sequence of a column goes with its table.
        AND NOT EXISTS (
          SELECT FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = relation.oid AND relkind = 'S' AND deptype IN ('a', 'i'))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${ownerRole}', routine.oid::regprocedure)
      FROM pg_proc AS routine JOIN ours ON ours.oid = pronamespace WHERE proowner = 'postgres'::regrole
      UNION ALL
      SELECT format('ALTER TYPE %s OWNER TO ${ownerRole}', kind.oid::regtype)
      FROM pg_type AS kind JOIN ours ON ours.oid = typnamespace
      WHERE typowner = 'postgres'::regrole AND typtype IN ('d', 'e')
    LOOP
      EXECUTE change;
    END LOOP;
  END $$`;

/**
 * Sees to it that the owner can log in and owns the database `postgres` with everything in it. Can be
 * repeated. `superuserUrl` leads to that database.
 */
export async function ensureOwnerRole(superuserUrl: string, password: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query(makeRole(password));
    await client.query(handOver);
  });
}
