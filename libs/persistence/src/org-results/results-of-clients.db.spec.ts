import { type ResultExtras, type SurveyResult } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { Keyring } from '@governance/keyring';
import { Database, databaseRoles, migrateSchema } from '@governance/postgres';
import { createTestDatabase, createTestKeyring, opened, runSql } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { allResults, wholeList } from '../../spec/attaching-organization';
import { laterBy, resultOf } from '../../spec/fixtures';
import { surfaceAccess } from '../access/surface-access';
import { PostgresOrgClientStore } from '../clients/postgres-org-client.store';
import { migrate } from '../migrate';
import { migrations } from '../migrations';
import { PostgresResultStore } from '../results/postgres-result.store';
import { PostgresOrgResultStore } from './postgres-org-result.store';

const before = migrations.findIndex(({ name }) => name.startsWith('ResultsOfClients'));
/** Rights on the previous schema. No program of it runs here. */
const formerAccess = {
  schema: surfaceAccess.schema,
  tables: {
    survey_results: Object.fromEntries(databaseRoles.map((role) => [role, { SELECT: 'all' }])),
    certificate_log_records: { governance_functions: { INSERT: 'all' } },
  },
  sequences: {},
  functions: {},
  scopePolicies: {},
} as const;

/** A database of the previous schema. */
async function openFormer() {
  const testDatabase = await createTestDatabase({
    migrate: async (url) => {
      const former = migrations.slice(0, before);
      await migrateSchema({ url, lock: 'platform-migrations', access: formerAccess, migrations: former });
    },
  });
  const keyringFile = createTestKeyring();
  const database = await Database.open({ url: testDatabase.url });
  return {
    database,
    keyring: Keyring.load(keyringFile.file),
    url: testDatabase.url,
    close: async () => {
      await database.close();
      await testDatabase.drop();
      keyringFile.remove();
    },
  };
}

describe('the migration to results of clients', () => {
  const former = opened(openFormer);
  const sql = (text: string, values?: unknown[]) => runSql(former.url, text, values);
  const submit = async (
    minutes: number,
    extras: ResultExtras = {},
    overrides: Partial<SurveyResult> = {},
  ): Promise<string> => {
    const result = resultOf({ createdAt: laterBy(minutes * 60_000), ...overrides });
    await new PostgresResultStore(former.database, former.keyring).create(result, extras);
    return result.id;
  };
  /** As the previous release attaches: `chain` is the id that results of one client share. */
  const attach = (orgId: string, id: string, chain = id) =>
    sql('INSERT INTO org_results (org_id, result_id, attached_at, client_id) VALUES ($1, $2, $3, $4)', [
      orgId,
      id,
      laterBy(0),
      chain,
    ]);
  const prove = (id: string, domain: string) =>
    sql(
      `INSERT INTO certificate_domains (result_id, request, expires_at, name, proven_at, way, credential, credential_key_id,
         status_list, status_index) VALUES ($1, '\\x00', now(), $2, now(), 'dns', 'c', 'k', 0, 0)`,
      [id, domain],
    );

  it('keeps the id and the comparisons of every attached result, in every organization', async () => {
    const acme = { organizationName: 'Acme Ltd' };
    const [first, second, withdrawn, third] = [
      await submit(1, acme),
      await submit(2, { organizationName: 'ACME ltd' }),
      await submit(3),
      await submit(4),
    ];
    const ofProvider = await submit(5, acme, { mode: 'client-on-behalf' });
    for (const id of [first, second, withdrawn, third, ofProvider]) await attach('acme', id, first);
    await sql(`UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`, [
      withdrawn,
    ]);
    const [proven, provenLater, alone] = [await submit(6), await submit(7), await submit(8)];
    for (const id of [proven, provenLater]) await prove(id, 'globex.example');
    for (const id of [proven, provenLater, alone]) await attach('acme', id);
    // Another organization has attached the same result first.
    await attach('other', first);
    const client = randomUUID();
    await sql(
      `INSERT INTO org_clients (id, org_id, name, tags, is_archived, created_at, updated_at)
       VALUES ($1, 'acme', '\\x00', '{}', false, now(), now())`,
      [client],
    );

    expect(await migrate(former.url)).toEqual(migrations.slice(before).map(({ name }) => name));

    const store = new PostgresOrgResultStore(former.database, former.keyring);
    const listed = async (orgId: string) =>
      (await store.forViewer(everythingOf(orgId)).list(wholeList, allResults)).map(
        ({ id, earlier, isLatest, clientName }) => [id, earlier?.id, isLatest, clientName],
      );
    expect(await listed('acme')).toEqual([
      [alone, undefined, true, undefined],
      [provenLater, proven, true, undefined],
      [proven, undefined, false, undefined],
      [ofProvider, undefined, true, 'Acme Ltd'],
      [third, second, true, undefined],
      [withdrawn, undefined, false, undefined],
      [second, first, false, 'ACME ltd'],
      [first, undefined, false, 'Acme Ltd'],
    ]);
    expect(await listed('other')).toEqual([[first, undefined, true, 'Acme Ltd']]);

    const clients = new PostgresOrgClientStore(former.database, former.keyring);
    const found = await clients.forViewer(everythingOf('acme')).find(first);
    expect(found).toMatchObject({ name: undefined, declaredName: 'Acme Ltd', domain: undefined });
    const provenClient = (await store.forViewer(everythingOf('acme')).find(proven))?.clientId ?? '';
    expect(await clients.forViewer(everythingOf('acme')).find(provenClient)).toMatchObject({
      domain: 'globex.example',
    });
    const theirs = (await store.forViewer(everythingOf('other')).find(first))?.clientId ?? '';
    expect([theirs === first, await clients.forViewer(everythingOf('other')).find(theirs)]).toEqual([
      false,
      expect.objectContaining({ declaredName: 'Acme Ltd' }),
    ]);
    expect(await sql(`SELECT count(*)::int AS clients FROM org_clients`)).toEqual([{ clients: 5 }]);
    expect(await sql('SELECT FROM org_clients WHERE id = $1', [client])).toHaveLength(1);
  });
});
