import {
  type PostgresServer,
  removePostgresData,
  RoleSession,
  runSql,
  startPostgres,
} from '@governance/testing';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { migrate } from '../migrate';
import { migrations } from '../migrations';
import { RolesMissing } from '@governance/postgres';

const beforeRoles = migrations.findIndex(({ name }) => name.startsWith('ProgramRoles'));

/** On its own server without the roles: roles belong to a server, not to a database. */
describe('migrate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-roles-spec-'));
  const dataDirectory = join(folder, 'data');
  let server: PostgresServer;
  /** A login that owns a database and may not create roles. */
  let ownerUrl: string;
  let superuserUrl: string;

  const urlOf = (user: string, password: string, database: string): string => {
    const url = new URL(server.url);
    Object.assign(url, { username: user, password, pathname: `/${database}` });
    return url.href;
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    server = await startPostgres({ dataDirectory, durable: false });
    superuserUrl = urlOf('postgres', readFileSync(join(server.directory, 'password'), 'utf8'), 'postgres');
    await runSql(superuserUrl, `CREATE ROLE plain LOGIN PASSWORD 'plain' NOSUPERUSER NOBYPASSRLS`);
    await runSql(superuserUrl, 'CREATE DATABASE plain OWNER plain');
    ownerUrl = urlOf('plain', 'plain', 'plain');
  });
  afterAll(async () => {
    await server.stop();
    await removePostgresData(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });

  /** The state left by a release whose programs all logged in as the owner. */
  async function migrateAsBefore(): Promise<void> {
    const dataSource = new DataSource({
      type: 'postgres',
      url: ownerUrl,
      installExtensions: false,
      migrations: migrations.slice(0, beforeRoles),
      migrationsTransactionMode: 'each',
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    await dataSource.destroy();
    await runSql(
      ownerUrl,
      `INSERT INTO service_identities VALUES (gen_random_uuid(), 'acme', 'Export', '{}', true, now())`,
    );
  }

  const applied = (): Promise<unknown> => runSql(ownerUrl, 'SELECT name FROM migrations ORDER BY id');
  const acls = (): Promise<unknown> =>
    runSql(
      ownerUrl,
      `SELECT relname, relacl::text, ARRAY(
         SELECT attacl::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attacl IS NOT NULL ORDER BY attnum)
       FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname`,
    );

  it('changes nothing and prints the statements to run when the owner may not create the roles', async () => {
    await migrateAsBefore();
    const before = await applied();
    const refusal: unknown = await migrate(ownerUrl).catch((error: unknown) => error);
    if (!(refusal instanceof RolesMissing)) throw refusal;
    expect(refusal.statements).toEqual([
      ...[
        'commands',
        'functions',
        'platform_api',
        'platform_worker',
        'public_api',
        'public_worker',
        'scaler',
      ].map((role) => `CREATE ROLE governance_${role} NOLOGIN`),
      'GRANT governance_functions TO "plain"',
    ]);
    expect(refusal.message).toContain('CREATE ROLE governance_public_api NOLOGIN;\n');
    expect(await applied()).toEqual(before);

    for (const statement of refusal.statements) await runSql(superuserUrl, statement);
  });

  it('then migrates a database with a single role, which keeps working', async () => {
    expect(await migrate(ownerUrl)).toEqual(migrations.slice(beforeRoles).map(({ name }) => name));
    expect(await runSql(ownerUrl, 'SELECT org_id FROM service_identities')).toEqual([{ org_id: 'acme' }]);
    // As the programs of the previous release: they cross organizations as the owner, with a scope.
    await runSql(
      ownerUrl,
      `SELECT set_config('governance.system_scope', 'guard', true), find_client_credential('c', 'acme', now())`,
    );
  });

  it('grants and revokes the same when repeated, and revokes manual grants', async () => {
    const before = await acls();
    await runSql(ownerUrl, 'GRANT ALL ON survey_results TO PUBLIC, governance_platform_api');
    await runSql(ownerUrl, 'GRANT SELECT (notes) ON survey_results TO governance_public_api');
    expect(await acls()).not.toEqual(before);
    expect(await migrate(ownerUrl)).toEqual([]);
    expect(await acls()).toEqual(before);
  });

  it('creates the roles itself when permitted, in several databases at once', async () => {
    const roles = await runSql(
      superuserUrl,
      `SELECT rolname FROM pg_roles WHERE starts_with(rolname, 'governance_')`,
    );
    await runSql(superuserUrl, 'DROP DATABASE plain WITH (FORCE)');
    for (const { rolname } of roles) await runSql(superuserUrl, `DROP ROLE ${String(rolname)}`);
    const names = ['one', 'two', 'three'];
    for (const name of names) await runSql(server.url, `CREATE DATABASE ${name}`);
    const urls = names.map((name) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href);
    await Promise.all(urls.map((url) => migrate(url)));
    for (const url of urls) {
      const session = await RoleSession.open(url, 'governance_platform_api');
      expect(await session.try('SELECT id FROM verifiable_results')).toEqual([]);
      await session.close();
    }
  });
});
