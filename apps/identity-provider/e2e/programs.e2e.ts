import { migrations } from '../src/database/migrations';
import { BuiltProgram, createTestKeyring, type ProgramEnd } from '@governance/testing';
import { createTestDatabase, runSql } from '@governance/testing';
import { apiUrl, claimsNamespace, managementToken, openStores, type Stores } from './support/identity-app';

async function run(name: string, settings: Record<string, string>): Promise<ProgramEnd> {
  return new BuiltProgram(`apps/identity-provider/${name}.js`, settings).ended;
}

describe('the programs of the provider', () => {
  let stores: Stores;

  beforeAll(async () => {
    stores = await openStores();
  });
  afterAll(() => stores.drop());

  it('migrate: creates the schema once in an empty database, even if several run', async () => {
    const empty = await createTestDatabase({ migrate: () => Promise.resolve() });
    const ends = await Promise.all([
      run('migrate', { DATABASE_OWNER_URL: empty.url }),
      run('migrate', { DATABASE_OWNER_URL: empty.url }),
    ]);
    expect(ends.map(({ code, stdout }) => [code, stdout]).toSorted()).toEqual([
      [0, `applied: ${migrations.map(({ name }) => name).join(', ')}`],
      [0, 'the schema identity is up to date'],
    ]);
    const [row] = await runSql(
      empty.url,
      `SELECT count(*)::int AS others FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(row).toEqual({ others: 0 });
    await empty.drop();
  });

  it('signing-keys: creates the first key, and names it', async () => {
    const settings = { DATABASE_URL: stores.databaseUrl, KEYRING_FILE: stores.keyringFile };
    const { code, stdout } = await run('signing-keys', settings);
    expect([code, stdout]).toEqual([2, 'Usage: signing-keys list | rotate | replace']);
  });

  it('main: refuses to start with a foreign keyring, in one line', async () => {
    const settings = {
      PORT: '1',
      MANAGEMENT_PORT: '2',
      ISSUER: 'http://127.0.0.1:1',
      API_URL: apiUrl,
      CLAIMS_NAMESPACE: claimsNamespace,
      MANAGEMENT_TOKEN: managementToken,
      DATABASE_URL: stores.databaseUrl,
    };
    const missing = await run('main', { ...settings, KEYRING_FILE: '/nonexistent/keyring.json' });
    expect([missing.code, missing.stdout]).toEqual([1, expect.stringContaining('does not exist') as string]);
    const other = createTestKeyring();
    await stores.sql(`INSERT INTO identity.signing_keys VALUES ('kid', '\\x00', now(), now())`);
    const wrong = await run('main', { ...settings, KEYRING_FILE: other.file });
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('signing_keys') as string]);
    other.remove();
  });

  it('main: lists missing settings', async () => {
    const { code, stderr } = await run('main', {
      MANAGEMENT_TOKEN: 'short',
      ISSUER: 'https://login.example.org/path',
    });
    expect(code).toBe(78);
    for (const name of ['API_URL', 'DATABASE_URL', 'KEYRING_FILE', 'MANAGEMENT_TOKEN must', 'ISSUER must']) {
      expect(stderr).toContain(name);
    }
    expect(stderr).not.toContain('short');
  });
});
