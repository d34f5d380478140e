import { Keyring } from '@governance/keyring';
import { createTestDatabase, createTestKeyring, runSql } from '@governance/testing';
import { ConnectionAccountsStore } from '../src/organizations/connection-accounts.store';
import { Database } from '@governance/postgres';
import { migrateIdentity } from '../src/database/migrate-identity';
import { migrations } from '../src/database/migrations';
import { PlacesStore } from '../src/organizations/places.store';

const name = 'AccountsOfConnections1764420000000';
const issuer = 'https://login.example.org';

/** Creates accounts with linked connections, as in earlier releases, and then migrates. */
describe('the migration that splits linked accounts', () => {
  let url: string;
  let drop: () => Promise<void>;
  let keyring: Keyring;
  let database: Database;
  let applied: string[];
  const said: string[] = [];
  const testKeyring = createTestKeyring();

  const sql = (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
    runSql(url, text, values);
  const linkedTo = (connectionId: string, userId: string): Promise<string | undefined> =>
    new ConnectionAccountsStore(database, keyring).find({ connectionId, issuer, subject: userId });
  const membershipsOf = (userId: string | undefined): Promise<unknown> =>
    sql('SELECT organization_id, role FROM identity.memberships WHERE user_id = $1 ORDER BY 1', [userId]);

  beforeAll(async () => {
    keyring = Keyring.load(testKeyring.file);
    const created = await createTestDatabase({ migrate: migrateToBefore });
    ({ url } = created);
    drop = () => created.drop();
    await fill();
    applied = await migrateIdentity(url, (line) => said.push(line));
    database = await Database.open({ url });
  });
  afterAll(async () => {
    await database.close();
    await drop();
    testKeyring.remove();
  });

  async function fill(): Promise<void> {
    for (const key of ['acme', 'globex']) {
      await sql('INSERT INTO identity.organizations (id, name) VALUES ($1, $1)', [`org_${key}`]);
      await sql(
        `INSERT INTO identity.connections (id, organization_id, name, type, enabled, upstream_issuer,
           upstream_client_id, upstream_client_secret) VALUES ($1, $2, 'SSO', 'enterprise', true, $3, 'x', 'x')`,
        [`con_${key}`, `org_${key}`, issuer],
      );
    }
    await addUser('user_both', { password: '2026-01-01', app: '2026-02-01' });
    await addUser('user_sso', { app: '2026-02-01' });
    await addUser('user_hijacked', { password: '2026-03-01', app: '2026-02-01' });
    await addUser('user_left', {});
    await addUser('user_plain', { password: '2026-03-01', app: '2026-02-01' });
    await addMember('user_both', { acme: 'viewer', globex: 'account-admin' });
    await addMember('user_sso', { acme: 'account-admin', globex: 'viewer' });
    await addMember('user_hijacked', { acme: 'viewer' });
    await addMember('user_plain', { acme: 'account-admin' });
    await link('user_both', 'con_acme', 'con_globex');
    await link('user_sso', 'con_acme', 'con_globex');
    await link('user_hijacked', 'con_acme');
    await link('user_left', 'con_acme');
  }
  async function addUser(id: string, { password, app }: { password?: string; app?: string }): Promise<void> {
    const [mac] = keyring.macs('user-email', `${id}@example.com`);
    await sql(`INSERT INTO identity.users (id, email, email_mac, name) VALUES ($1, 'x', $2, 'x')`, [id, mac]);
    if (password)
      await sql(`INSERT INTO identity.passwords (user_id, hash, set_at) VALUES ($1, 'x', $2)`, [
        id,
        password,
      ]);
    if (app) {
      await sql(
        `WITH app AS (INSERT INTO identity.authenticators (user_id, secret, enrolled_at) VALUES ($1, 'x', $2))
         INSERT INTO identity.recovery_codes (user_id, code_mac) VALUES ($1, 'x')`,
        [id, app],
      );
    }
    await sql(
      `INSERT INTO identity.payloads (kind, id, payload, account_id) VALUES ('Session', $1, 'x', $2)`,
      [Buffer.from(id), id],
    );
  }
  async function addMember(id: string, roles: Record<string, string>): Promise<void> {
    for (const [key, role] of Object.entries(roles)) {
      await sql('INSERT INTO identity.memberships (organization_id, user_id, role) VALUES ($1, $2, $3)', [
        `org_${key}`,
        id,
        role,
      ]);
      await sql(
        `INSERT INTO identity.sign_ins (grant_mac, organization_id, user_id, expires_at)
         VALUES ($1, $2, $3, now() + interval '1 day')`,
        [Buffer.from(`${id} ${key}`), `org_${key}`, id],
      );
    }
  }
  async function link(id: string, ...connections: string[]): Promise<void> {
    const [mac] = keyring.macs('linked-identity', `${issuer} ${id}`);
    for (const connection of connections) {
      await sql(
        'INSERT INTO identity.linked_identities (connection_id, subject_mac, user_id) VALUES ($1, $2, $3)',
        [connection, mac, id],
      );
    }
  }
  const rowsOf = async (table: string): Promise<unknown[]> =>
    (await sql(`SELECT user_id FROM identity.${table} ORDER BY 1`)).map((row) => row.user_id);

  it('gives each connection an account of its own, with the same role', async () => {
    expect(applied).toContain(name);
    const [acme, globex] = [
      await linkedTo('con_acme', 'user_both'),
      await linkedTo('con_globex', 'user_both'),
    ];
    expect(new Set(['user_both', acme, globex]).size).toBe(3);
    expect(acme).toMatch(/^user_[\da-f-]{36}$/);
    expect(await membershipsOf(acme)).toEqual([{ organization_id: 'org_acme', role: 'viewer' }]);
    expect(await membershipsOf(globex)).toEqual([{ organization_id: 'org_globex', role: 'account-admin' }]);
    const places = new PlacesStore(database);
    expect(await places.of({ userId: acme ?? '', connectionId: 'con_acme' })).toMatchObject([
      { orgId: 'org_acme', role: 'viewer' },
    ]);
    expect(await places.of({ userId: acme ?? '' })).toEqual([]);
    expect(await places.of({ userId: 'user_both', connectionId: 'con_acme' })).toEqual([]);
  });

  it('leaves the account with the password its id, its roles and its second factor', async () => {
    expect(await membershipsOf('user_both')).toEqual([
      { organization_id: 'org_acme', role: 'viewer' },
      { organization_id: 'org_globex', role: 'account-admin' },
    ]);
    for (const table of ['authenticators', 'recovery_codes']) {
      expect(await rowsOf(table)).toEqual(['user_both', 'user_plain']);
    }
    expect(await rowsOf('passwords')).toEqual(['user_both', 'user_hijacked', 'user_plain']);
  });

  it('copies neither name nor address to the new accounts, and finds them by the address of the old ones', async () => {
    const acme = await linkedTo('con_acme', 'user_both');
    const rows = await sql(
      `SELECT email, name, email_mac = (SELECT email_mac FROM identity.users WHERE id = 'user_both') AS same
       FROM identity.users WHERE id = $1`,
      [acme],
    );
    expect(rows).toEqual([{ email: null, name: null, same: true }]);
  });

  it('removes an account that had only connections, after its roles have moved', async () => {
    expect(await sql(`SELECT id FROM identity.users WHERE id IN ('user_sso', 'user_left')`)).toEqual([]);
    const acme = await linkedTo('con_acme', 'user_sso');
    expect(await membershipsOf(acme)).toEqual([{ organization_id: 'org_acme', role: 'account-admin' }]);
    expect(await membershipsOf(await linkedTo('con_acme', 'user_left'))).toEqual([]);
  });

  it('ends the sessions and grants of split accounts, and no others', async () => {
    const sessions = await sql('SELECT account_id FROM identity.payloads ORDER BY 1');
    expect(sessions).toEqual([{ account_id: 'user_plain' }]);
    expect(await rowsOf('sign_ins')).toEqual(['user_plain']);
  });

  it('reports each split, once', async () => {
    const both = { from_account_id: 'user_both', factor_removed: false, from_account_removed: false };
    const sso = { from_account_id: 'user_sso', factor_removed: true, from_account_removed: true };
    const reported = said.map((line) => JSON.parse(line.replace(`${name}: `, '')) as Record<string, unknown>);
    expect(reported).toHaveLength(6);
    for (const expected of [
      { ...both, connection_id: 'con_acme', organization_id: 'org_acme', role: 'viewer' },
      { ...both, connection_id: 'con_globex', organization_id: 'org_globex', role: 'account-admin' },
      { ...sso, connection_id: 'con_acme', organization_id: 'org_acme', role: 'account-admin' },
      { ...sso, connection_id: 'con_globex', organization_id: 'org_globex', role: 'viewer' },
      { from_account_id: 'user_hijacked', factor_removed: true, from_account_removed: false },
      { from_account_id: 'user_left', role: null, from_account_removed: true },
    ]) {
      expect(reported).toContainEqual(expect.objectContaining(expected));
    }
    const again: string[] = [];
    expect(await migrateIdentity(url, (line) => again.push(line))).toEqual([]);
    expect(again).toEqual([]);
  });

  it('then refuses to link a connection to an account with another sign-in method', async () => {
    const linking = sql(
      `INSERT INTO identity.linked_identities (connection_id, subject_mac, user_id) VALUES ('con_acme', 'y', 'user_plain')`,
    );
    await expect(linking).rejects.toMatchObject({ code: '23503' });
  });
});

async function migrateToBefore(url: string): Promise<void> {
  await runSql(url, 'CREATE SCHEMA identity');
  await runSql(
    url,
    'CREATE TABLE identity.migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now())',
  );
  for (const Migration of migrations) {
    const migration = new Migration();
    if (migration.name === name) return;
    for (const statement of migration.statements) await runSql(url, statement);
  }
}
