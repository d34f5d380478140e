import { opened } from '@governance/testing';
import { type ListPosition, matchesCredentialFilter, type OrgCredentials } from '@governance/iam';
import { credentialListContract } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { create, draftOf, listedIds } from '../../spec/credential-fixtures';
import { postgresStoreHarness } from '../../spec/credential-store-harness';
import { laterBy, openTestStores } from '../../spec/fixtures';
import { PostgresCredentialStore } from './postgres-credential.store';

credentialListContract('PostgresCredentialStore', postgresStoreHarness);

describe('the list of credentials in PostgreSQL', () => {
  const stores = opened(openTestStores);
  let store: PostgresCredentialStore;
  beforeAll(() => {
    store = new PostgresCredentialStore(stores.database, stores.keyring);
  });

  /** Credentials created 250 µs apart, as by a program with a finer clock. */
  async function makeFinely(orgId: string, count: number): Promise<OrgCredentials> {
    const credentials = store.forOrg(orgId);
    const { id } = await create(credentials);
    await stores.sql(
      `INSERT INTO m2m_credentials (id, org_id, name, type, state, client_id, service_identity_id, created_at, last_rotated_at)
       SELECT gen_random_uuid(), org_id, name, type, state, gen_random_uuid()::text, service_identity_id,
         created_at + n * interval '250 microseconds', last_rotated_at
       FROM m2m_credentials, generate_series(1, $2) AS n WHERE id = $1`,
      [id, count - 1],
    );
    return credentials;
  }

  it('has every member of every credential', async () => {
    const credentials = store.forOrg(`org-${randomUUID()}`);
    const plain = await create(credentials);
    const expiring = draftOf({
      name: 'Ł "quoted" \\ \u2028 🙂',
      type: 'public_key',
      expiresAt: laterBy(86_400_000),
    });
    const named = await create(credentials, { ...expiring, keyThumbprint: 'thumb' }, { now: laterBy(1) });
    await store.systemScope('last-used').touchLastUsed(new Map([[plain.id, laterBy(1_234)]]));
    expect(await credentials.list()).toEqual([named, { ...plain, lastUsedAt: laterBy(1_234) }]);
  });

  it('neither skips nor repeats entries created within microseconds', async () => {
    const credentials = await makeFinely(`org-${randomUUID()}`, 40);
    const walked: string[] = [];
    for (let after: ListPosition | undefined; ;) {
      const page = await credentials.list({ limit: 3, after });
      walked.push(...page.map(({ id }) => id));
      after = page.at(-1);
      if (after === undefined) break;
    }
    expect(walked).toEqual(await listedIds(credentials));
    expect(new Set(walked).size).toBe(40);
  });

  it('has those that match, as the rule says, in pages too', async () => {
    const credentials = store.forOrg(`org-${randomUUID()}`);
    const soon = laterBy(86_400_000);
    await create(credentials, draftOf({ name: 'Nächtlicher 100% Export' }));
    await create(credentials, draftOf({ name: 'export_1', expiresAt: soon }), { now: laterBy(1) });
    const used = await create(credentials, draftOf({ name: 'Import', expiresAt: soon }), { now: laterBy(2) });
    await store.systemScope('last-used').touchLastUsed(new Map([[used.id, laterBy(1_234)]]));
    const all = await credentials.list();
    const names = [undefined, 'EXPORT', 'NÄCHT', '%', '_', "'", 'x'];
    for (const name of names) {
      for (const expiresBefore of [undefined, soon, laterBy(86_400_001)]) {
        for (const isUsed of [undefined, true, false]) {
          const filter = { name, expiresBefore, used: isUsed };
          const expected = all.filter((each) => matchesCredentialFilter(each, filter));
          expect([filter, await credentials.list(undefined, filter)]).toEqual([filter, expected]);
          const page = await credentials.list({ limit: 1, after: expected[0] }, filter);
          expect([filter, page]).toEqual([filter, expected[0] ? expected.slice(1, 2) : []]);
        }
      }
    }
  });

  it('stores times to the millisecond, the precision of a position', async () => {
    const columns = await stores.sql(
      `SELECT datetime_precision FROM information_schema.columns
       WHERE table_name = 'm2m_credentials' AND column_name = 'created_at'`,
    );
    expect(columns).toEqual([{ datetime_precision: 3 }]);
  });
});
