import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, removePostgresData, startPostgres } from './postgres-server';
import { runSql } from './run-sql';
import { startTestCluster } from './test-cluster';
import { createTestDatabase } from './test-database';

const role = `
  SELECT rolsuper OR rolbypassrls AS bypasses, session_user = current_user AS is_its_own FROM pg_roles
  WHERE rolname = current_user`;

describe('a test run on the server of DATABASE_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ordinary-role-spec-'));
  const dataDirectory = join(folder, 'data');
  let server: PostgresServer;
  let superuser: string;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    server = await startPostgres({ dataDirectory, durable: false });
    const url = new URL(server.url);
    url.username = 'postgres';
    url.password = readFileSync(join(server.directory, 'password'), 'utf8');
    superuser = url.href;
  });
  afterAll(async () => {
    await server.stop();
    await removePostgresData(dataDirectory);
    rmSync(folder, { recursive: true, force: true });
  });

  const schema = async (url: string): Promise<void> => {
    await runSql(url, 'CREATE TABLE item (org_id text)');
    await runSql(url, `INSERT INTO item VALUES ('acme')`);
    await runSql(url, 'ALTER TABLE item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY');
  };

  it('obeys row-level security though the role of DATABASE_URL is a superuser', async () => {
    const cluster = await startTestCluster(superuser);
    process.env.TEST_DATABASE_URL = cluster.url;
    process.env.TEST_DATABASE_PREFIX = cluster.prefix;
    const database = await createTestDatabase({ migrate: schema });

    expect(await runSql(database.url, role)).toEqual([{ bypasses: false, is_its_own: true }]);
    expect(await runSql(database.url, 'SELECT org_id FROM item')).toEqual([]);

    await cluster.stop();
    const roles = 'SELECT rolname FROM pg_roles WHERE starts_with(rolname, $1)';
    expect(await runSql(superuser, roles, [cluster.prefix])).toEqual([]);
  });

  it('uses the role of DATABASE_URL where that obeys row-level security itself', async () => {
    const cluster = await startTestCluster(server.url);
    expect(cluster.url).toBe(server.url);
    expect(await runSql(cluster.url, role)).toEqual([{ bypasses: false, is_its_own: true }]);
    await cluster.stop();
  });
});
