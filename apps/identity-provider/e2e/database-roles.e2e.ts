import { databaseRoles } from '@governance/postgres';
import { migrate } from '@governance/persistence';
import { createTestDatabase, given, refused, RoleSession, runSql } from '@governance/testing';
import { identityAccess } from '../src/database/identity-access';
import { migrateIdentity } from '../src/database/migrate-identity';

const surfaceRoles = databaseRoles.filter((role) => !/identity|functions/.test(role));
const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES'];

/** Migrates both, as in a deployment with one database for the surfaces and the provider. */
async function migrateBoth(url: string): Promise<void> {
  await migrate(url);
  await migrateIdentity(url);
}

describe('the database role of the provider', () => {
  const database = given(() => createTestDatabase({ migrate: migrateBoth }));
  let session: RoleSession;
  let tables: readonly string[];

  beforeAll(async () => {
    await migrateIdentity(database.url);
    session = await RoleSession.open(database.url, 'governance_identity');
    tables = await tablesOf('identity');
  });
  afterAll(async () => {
    await session.close();
    await database.drop();
  });

  async function tablesOf(schema: string): Promise<readonly string[]> {
    const rows = await runSql(
      database.url,
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S') ORDER BY relname`,
      [schema],
    );
    return rows.map(({ name }) => String(name));
  }

  it('is decided for every table, and there is no function and no policy', async () => {
    expect(tables).toEqual(
      [...Object.keys(identityAccess.tables), ...Object.keys(identityAccess.sequences)].toSorted(),
    );
    const [others] = await runSql(
      database.url,
      `SELECT (SELECT count(*)::int FROM pg_proc WHERE pronamespace = 'identity'::regnamespace) AS functions,
        (SELECT count(*)::int FROM pg_policies WHERE schemaname = 'identity') AS policies`,
    );
    expect(others).toEqual({ functions: 0, policies: 0 });
  });

  it('has exactly the declared privileges § V13.2.2', async () => {
    for (const table of tables) {
      const held = await session.try(
        `SELECT command FROM unnest(ARRAY['${commands.join(`', '`)}']) AS command
         WHERE has_table_privilege('identity.${table}', command)`,
      );
      const wanted = Object.keys(identityAccess.tables[table]?.governance_identity ?? {});
      expect({
        table,
        held: (held as { command: string }[]).map(({ command }) => command).toSorted(),
      }).toEqual({
        table,
        held: wanted.toSorted(),
      });
    }
  });

  it('has no access to tables of the surfaces, and no owner privileges', async () => {
    const attacks = [
      ...(await tablesOf('public')).map((name) => `SELECT * FROM public.${name}`),
      `SELECT public.find_active_credential('client', 'org', now())`,
      'CREATE TABLE identity.mine ()',
      'CREATE TABLE public.mine ()',
      'CREATE TEMPORARY TABLE mine ()',
      'ALTER TABLE identity.users DISABLE TRIGGER ALL',
      'DROP TABLE identity.users',
      'DROP SCHEMA identity CASCADE',
      'TRUNCATE identity.users CASCADE',
      ...databaseRoles.filter((role) => role !== 'governance_identity').map((role) => `SET ROLE ${role}`),
      `SET ROLE ${decodeURIComponent(new URL(database.url).username)}`,
    ];
    for (const attack of attacks) expect([attack, await session.try(attack)]).toEqual([attack, refused]);
  });

  it.each(surfaceRoles)('leaves %s not even the names of its tables', async (role) => {
    const surface = await RoleSession.open(database.url, role);
    for (const table of tables) {
      for (const statement of [`SELECT * FROM identity.${table}`, `DELETE FROM identity.${table}`]) {
        expect([statement, await surface.try(statement)]).toEqual([statement, refused]);
      }
    }
    await surface.close();
  });
});
