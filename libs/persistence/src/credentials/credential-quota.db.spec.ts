import { opened } from '@governance/testing';
import { type CreationBegun, type OrgCredentials } from '@governance/iam';
import {
  beginCreation,
  beginningOf,
  contextOf,
  create,
  draftOf,
  listedIds,
  revoking,
} from '../../spec/credential-fixtures';
import { noon, openTestStores } from '../../spec/fixtures';
import { PostgresServiceIdentityStore } from '../service-identities/postgres-service-identity.store';
import { PostgresCredentialStore } from './postgres-credential.store';

describe('the number of credentials of an organization', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let store: PostgresCredentialStore;
  let credentials: OrgCredentials;
  beforeEach(() => {
    store = new PostgresCredentialStore(stores.database, stores.keyring, 5);
    credentials = store.forOrg('acme');
  });

  const begin = (by = credentials, key?: { key: string; body: string }): Promise<CreationBegun> =>
    by.beginCreation(draftOf(), beginningOf('m2m-credentials:create'), key);

  it('is at most the configured quota, by default 1,000', async () => {
    for (let present = 0; present < 5; present += 1) await create(credentials);
    expect(await begin()).toEqual({ kind: 'full', most: 5 });
    expect(await listedIds(credentials)).toHaveLength(5);
    const others = new PostgresCredentialStore(stores.database, stores.keyring).forOrg('acme');
    await stores.sql(
      `INSERT INTO m2m_credentials SELECT gen_random_uuid(), org_id, name, type, state, n::text, service_identity_id,
         created_at, last_rotated_at
       FROM (SELECT * FROM m2m_credentials LIMIT 1) AS one, generate_series(6, 1000) AS n`,
    );
    expect(await begin(others)).toEqual({ kind: 'full', most: 1_000 });
  });

  it('is never exceeded by 50 concurrent creations', async () => {
    await create(credentials);
    const kinds = (await Promise.all(Array.from({ length: 50 }, () => begin()))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'full')).toHaveLength(46);
  });

  it('decreases after a revocation, and after an abandoned creation', async () => {
    for (let present = 0; present < 4; present += 1) await create(credentials);
    const intent = await beginCreation(credentials);
    expect(await begin()).toMatchObject({ kind: 'full' });
    await credentials.abandon(intent, noon);
    const { id } = await create(credentials);
    expect(await begin()).toMatchObject({ kind: 'full' });
    await credentials.revoke(id, revoking());
    expect(await begin()).toMatchObject({ kind: 'begun' });
  });

  it('includes named service identities without a credential, until they are deleted', async () => {
    const identities = new PostgresServiceIdentityStore(stores.database).forOrg('acme');
    const change = { now: noon, audit: contextOf('service-identities:rename') };
    for (let present = 0; present < 3; present += 1) {
      const { id, serviceIdentityId } = await create(credentials);
      await identities.rename(serviceIdentityId, 'Exports', change);
      await credentials.revoke(id, revoking());
    }
    const { serviceIdentityId } = await create(credentials);
    await identities.rename(serviceIdentityId, 'Used', change);
    await create(credentials);
    expect(await begin()).toEqual({ kind: 'full', most: 5 });
    const listed = await identities.list({ limit: 5, after: undefined });
    const unused = listed.find((identity) => identity.credentials.length === 0);
    expect(await identities.delete(unused?.id ?? '', change)).toBe('deleted');
    expect(await begin()).toMatchObject({ kind: 'begun' });
  });

  it('is counted per organization', async () => {
    for (let present = 0; present < 5; present += 1) await create(credentials);
    expect(await begin(store.forOrg('globex'))).toMatchObject({ kind: 'begun' });
  });

  it('does not affect keys: a replay is answered, and a refused creation can be repeated', async () => {
    const key = { key: 'nightly-export', body: '{}' };
    const { id } = await create(credentials, draftOf(), { key });
    for (let present = 1; present < 5; present += 1) await create(credentials);
    expect(await begin(credentials, key)).toMatchObject({ kind: 'replayed', credential: { id } });
    const other = { key: 'weekly-export', body: '{}' };
    expect(await begin(credentials, other)).toMatchObject({ kind: 'full' });
    await credentials.revoke(id, revoking());
    expect(await begin(credentials, other)).toMatchObject({ kind: 'begun' });
  });
});
