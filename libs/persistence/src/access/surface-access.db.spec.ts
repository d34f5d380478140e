import { given, refused, RoleSession } from '@governance/testing';
import { Client } from 'pg';
import { openTestStores } from '../../spec/fixtures';
import { migrate } from '../migrate';
import {
  databaseRoles,
  type ProgramRole,
  ensureRoles,
  type Columns,
  type TableGrants,
} from '@governance/postgres';
import { surfaceAccess } from './surface-access';

const programRoles = databaseRoles.filter((role): role is ProgramRole => role !== 'governance_functions');
const commands = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

interface Column {
  readonly table: string;
  readonly name: string;
}

/** One per column and command, and one per command without columns. */
type Permission = `${string} ${string}`;

describe('the roles of the programs', () => {
  const stores = given(openTestStores);
  let sessions = new Map<ProgramRole, RoleSession>();
  let columns: readonly Column[];
  const sessionOf = (role: ProgramRole): RoleSession => {
    const session = sessions.get(role);
    if (session === undefined) throw new Error(`${role} has not logged in`);
    return session;
  };
  const names = async (text: string): Promise<unknown[]> => (await stores.sql(text)).map(({ name }) => name);

  beforeAll(async () => {
    const { url } = stores.testDatabase;
    // Grants on the database itself are not copied from the template.
    await migrate(url);
    // The identity provider's role has no grants here and may not exist on this server.
    const owner = new Client({ connectionString: url });
    await owner.connect();
    await ensureRoles(owner, databaseRoles);
    await owner.end();
    const opened = programRoles.map(async (role) => [role, await RoleSession.open(url, role)] as const);
    sessions = new Map(await Promise.all(opened));
    const found = await stores.sql(`
      SELECT relname AS table, attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT relispartition AND attnum > 0 AND NOT attisdropped
      ORDER BY relname, attnum`);
    columns = found.map(({ table, name }) => ({ table: String(table), name: String(name) }));
  });
  afterAll(async () => {
    await Promise.all([...sessions.values()].map((session) => session.close()));
    await stores.close();
  });

  it('are defined for every existing table, sequence, function and policy', async () => {
    const tables = new Set(columns.map(({ table }) => table));
    expect([...tables]).toEqual(Object.keys(surfaceAccess.tables).toSorted());
    const inSchema = `'public'::regnamespace`;
    expect(
      await names(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = ${inSchema} AND relkind = 'S' ORDER BY 1`,
      ),
    ).toEqual(Object.keys(surfaceAccess.sequences).toSorted());
    expect(
      await names(`SELECT proname AS name FROM pg_proc WHERE pronamespace = ${inSchema} ORDER BY 1`),
    ).toEqual(Object.keys(surfaceAccess.functions).toSorted());
    expect(
      await names(
        `SELECT DISTINCT policyname AS name FROM pg_policies WHERE policyname <> 'organization' ORDER BY 1`,
      ),
    ).toEqual(Object.keys(surfaceAccess.scopePolicies).toSorted());
  });

  it('give no role access by a scope that is open to all roles', async () => {
    expect(
      await stores.sql(`
        SELECT tablename, policyname FROM pg_policies
        WHERE 'public' = ANY(roles) AND policyname <> 'organization'`),
    ).toEqual([]);
    const conditions = await names(
      `SELECT DISTINCT coalesce(qual, with_check) AS name FROM pg_policies WHERE policyname = 'organization'`,
    );
    // Alone, or with the condition of a viewer beside it.
    const ofOrganization = String.raw`\(org_id = current_setting\('governance\.org_id'::text, true\)\)`;
    const alone = new RegExp(
      `^(?:${ofOrganization}|\\(${ofOrganization} AND .*'governance\\.viewer'.*\\))$`,
      's',
    );
    expect(conditions.filter((condition) => !alone.test(String(condition)))).toEqual([]);
    expect(conditions.length).toBeGreaterThan(1);
  });

  const columnsOf = (table: string): readonly string[] =>
    columns.filter((column) => column.table === table).map(({ name }) => name);

  /** The permissions in the matrix. */
  function decided(role: ProgramRole, table: string): Permission[] {
    const granted: TableGrants = surfaceAccess.tables[table]?.[role] ?? {};
    return Object.entries(granted).flatMap(([command, of]) => permissions(command, of as Columns, table));
  }

  function permissions(command: string, of: Columns, table: string): Permission[] {
    if (command === 'DELETE') return ['DELETE row'];
    return (of === 'all' ? columnsOf(table) : [...new Set(of)]).map(
      (name): Permission => `${command} ${name}`,
    );
  }

  /** The permissions that the server reports to the role itself. */
  async function effective(role: ProgramRole, table: string): Promise<Permission[]> {
    const byColumn = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'].flatMap((command) =>
      columnsOf(table).map(
        (name) => `('${command} ${name}', has_column_privilege('${table}', '${name}', '${command}'))`,
      ),
    );
    const byTable = ['DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN'].map(
      (command) => `('${command} row', has_table_privilege('${table}', '${command}'))`,
    );
    const rows = await sessionOf(role).try(
      `SELECT name FROM (VALUES ${[...byColumn, ...byTable].join(', ')}) AS held (name, is_held) WHERE is_held`,
    );
    return (rows as { name: Permission }[]).map(({ name }) => name);
  }

  it.each(programRoles)('%s has exactly the defined permissions, per column § V13.2.2', async (role) => {
    for (const table of Object.keys(surfaceAccess.tables)) {
      const [held, wanted] = [await effective(role, table), decided(role, table)];
      expect({ table, held: held.toSorted() }).toEqual({ table, held: wanted.toSorted() });
    }
    for (const [kind, of, privilege] of [
      ['sequence', surfaceAccess.sequences, 'USAGE'],
      ['sequence', surfaceAccess.sequences, 'UPDATE'],
      ['function', surfaceAccess.functions, 'EXECUTE'],
    ] as const) {
      for (const [name, roles] of Object.entries(of)) {
        const target =
          kind === 'function' ? `(SELECT oid FROM pg_proc WHERE proname = '${name}')` : `'${name}'`;
        const rows = await sessionOf(role).try(
          `SELECT has_${kind}_privilege(${target}, '${privilege}') AS held`,
        );
        const wanted = privilege !== 'UPDATE' && roles.includes(role);
        expect({ name, privilege, rows }).toEqual({ name, privilege, rows: [{ held: wanted }] });
      }
    }
  });

  it.each(programRoles)('%s is refused every other command', async (role) => {
    const session = sessionOf(role);
    for (const table of Object.keys(surfaceAccess.tables)) {
      const granted = surfaceAccess.tables[table]?.[role] ?? {};
      const column = columnsOf(table).at(-1) ?? '';
      const statements = {
        SELECT: `SELECT count(*) FROM ${table}`,
        INSERT: `INSERT INTO ${table} DEFAULT VALUES`,
        UPDATE: `UPDATE ${table} SET ${column} = ${column} WHERE false`,
        DELETE: `DELETE FROM ${table} WHERE false`,
      };
      for (const command of commands.filter((each) => !(each in granted))) {
        expect([statements[command], await session.try(statements[command])]).toEqual([
          statements[command],
          refused,
        ]);
      }
    }
  });

  it('reach a partition through its table alone', async () => {
    const partitions = await names(
      `SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r'`,
    );
    expect(partitions).toEqual(expect.arrayContaining(['audit_trail_before', 'audit_trail_other']));
    for (const role of programRoles)
      for (const statement of partitions.map((name) => `SELECT FROM ${String(name)}`))
        expect([role, statement, await sessionOf(role).try(statement)]).toEqual([role, statement, refused]);
  });

  it.each(programRoles)('%s owns nothing, creates nothing and cannot become another role', async (role) => {
    const session = sessionOf(role);
    const owner = decodeURIComponent(new URL(stores.testDatabase.url).username);
    const others = [owner, 'postgres', ...databaseRoles.filter((other) => other !== role)];
    const attacks = [
      ...others.map((other) => `SET ROLE "${other}"`),
      ...['m2m_credentials', 'audit_trail', 'deliveries', 'survey_results'].flatMap((table) => [
        `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
        `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
        `CREATE POLICY mine ON ${table} USING (true)`,
        `CREATE TRIGGER mine BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_change_of_audit_trail()`,
        `CREATE INDEX ON ${table} (id)`,
        `TRUNCATE ${table} CASCADE`,
        `GRANT SELECT ON ${table} TO PUBLIC`,
        `DROP TABLE ${table}`,
      ]),
      'CREATE TABLE public.mine ()',
      'CREATE TEMPORARY TABLE mine ()',
      'CREATE SCHEMA mine',
      `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      'ALTER FUNCTION find_client_credential(text, text, timestamptz) SECURITY INVOKER',
      'CREATE ROLE mine',
      `SET session_replication_role = 'replica'`,
      'CREATE EXTENSION pg_trgm',
      'SELECT * FROM pg_authid',
      `SELECT pg_read_file('postgresql.conf')`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
    ];
    for (const attack of attacks)
      expect([attack, await outcomeOf(session, attack)]).toEqual([attack, refused]);
  });

  /** A `GRANT` without the right is only a warning and grants nothing; it counts as refused when no role has gained. */
  async function outcomeOf(session: RoleSession, attack: string): Promise<unknown> {
    const outcome = await session.try(attack);
    return attack.startsWith('GRANT') && Array.isArray(outcome) ? refused : outcome;
  }

  it('platform programs cannot reach an address, a note, evidence or a holder proof of a result', async () => {
    for (const role of ['governance_platform_api', 'governance_platform_worker'] as const) {
      for (const column of [
        'submitter_email',
        'notes',
        'evidence',
        'holder_proof',
        'submitter_email_mac',
        '*',
      ]) {
        expect(await sessionOf(role).try(`SELECT ${column} FROM survey_results`)).toBe(refused);
      }
    }
    const shown = columnsOf('verifiable_results');
    expect(shown.filter((name) => /email|notes|evidence|proof|answers/.test(name))).toEqual([]);
    const [view] = await stores.sql(
      `SELECT reloptions FROM pg_class WHERE oid = 'verifiable_results'::regclass`,
    );
    expect(view).toEqual({ reloptions: ['security_barrier=true'] });
  });

  it('functions that run as their owner resolve names in no schema of the caller', async () => {
    const functions = await stores.sql(`
      SELECT proname AS name, pg_get_userbyid(proowner) AS owner, proconfig AS settings FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prosecdef ORDER BY proname`);
    const settings = ['search_path=pg_catalog, public, pg_temp'];
    // Only the owner may drop a month.
    const owner = decodeURIComponent(new URL(stores.testDatabase.url).username);
    const keepMonths = { name: 'keep_audit_months', owner, settings: [...settings, 'lock_timeout=500ms'] };
    expect(functions.splice(12, 1)).toEqual([keepMonths]);
    expect(functions).toEqual(
      [
        'add_campaign_job',
        'add_job',
        'complete_org_result',
        'copy_answer_levels',
        'due_platform_work',
        'due_public_work',
        'find_active_credential',
        'find_active_machine',
        'find_client_credential',
        'find_issued_credential',
        'find_site_session',
        'follow_changed_results',
        'lock_mailable_result',
        'lock_result_to_attach',
        'note_credential_uses',
        'queue_audit_event',
        'record_credential',
        'record_withdrawal',
        'refresh_client',
        'refresh_clients_of_result',
        'settle_campaign_mail',
        'settle_invitation_mail',
      ].map((name) => ({ name, owner: 'governance_functions', settings })),
    );
    const [role] = await stores.sql(
      `SELECT rolcanlogin, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = 'governance_functions'`,
    );
    expect(role).toEqual({ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false });
  });
});
