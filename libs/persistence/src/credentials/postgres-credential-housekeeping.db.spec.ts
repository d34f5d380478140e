import { opened } from '@governance/testing';
import { type HousekeepingDone, type OrgCredentials } from '@governance/iam';
import {
  contextOf,
  create,
  draftOf,
  intentOf,
  issuer,
  listedIds,
  revoking,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresServiceIdentityStore } from '../service-identities/postgres-service-identity.store';
import { creationKeyLifeMs } from './creation-keys';
import { PostgresCredentialHousekeeping } from './postgres-credential-housekeeping';
import { PostgresCredentialStore } from './postgres-credential.store';

describe('PostgresCredentialHousekeeping', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let credentials: OrgCredentials;
  let housekeeping: PostgresCredentialHousekeeping;
  const nextDay = laterBy(creationKeyLifeMs);

  beforeEach(() => {
    credentials = new PostgresCredentialStore(stores.database, stores.keyring).forOrg('acme');
    housekeeping = new PostgresCredentialHousekeeping(stores.database);
  });

  async function createWithKey(key: string, now = noon): Promise<string> {
    return (await create(credentials, draftOf(), { now, key: { key, body: '{}' } })).id;
  }

  const removeOld = (now: Date): Promise<HousekeepingDone> => housekeeping.removeOld({ now, issuer });

  async function revoke(id: string): Promise<void> {
    await credentials.finishFollowUp(intentOf(await credentials.revoke(id, revoking())));
  }

  it('removes keys that are 24 hours old, and no other', async () => {
    await createWithKey('old');
    await createWithKey('younger', laterBy(1));
    expect(await removeOld(laterBy(creationKeyLifeMs - 1))).toMatchObject({ creationKeys: 0 });
    expect(await removeOld(nextDay)).toEqual({
      creationKeys: 1,
      revokedCredentials: 0,
      serviceIdentities: 0,
    });
    expect(await stores.sql('SELECT key_mac FROM credential_creation_keys')).toHaveLength(1);
    expect(await listedIds(credentials)).toHaveLength(2);
  });

  it('removes a revoked credential when its key has expired, and keeps its audit rows', async () => {
    const [kept, named, revoked] = [
      await createWithKey('kept'),
      await createWithKey('named', nextDay),
      await createWithKey('revoked'),
    ];
    await revoke(named);
    await revoke(revoked);

    const removed = await removeOld(nextDay);
    expect(removed).toEqual({ creationKeys: 2, revokedCredentials: 1, serviceIdentities: 1 });

    const left = await stores.sql('SELECT id FROM m2m_credentials');
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([kept, named]));
    expect(await stores.sql('SELECT id FROM audit_trail WHERE target = $1', [revoked])).toHaveLength(2);
  });

  it('does not remove an unfinished revocation', async () => {
    const id = await createWithKey('key');
    await credentials.revoke(id, revoking());
    expect(await removeOld(nextDay)).toEqual({
      creationKeys: 1,
      revokedCredentials: 0,
      serviceIdentities: 0,
    });
    expect(await stores.sql('SELECT kind FROM credential_intents')).toEqual([{ kind: 'revoke' }]);
  });

  it('removes a service identity after its last credential, including leftovers of earlier releases and crashes', async () => {
    const { id, serviceIdentityId } = await create(credentials);
    const second = draftOf({ serviceIdentity: { kind: 'existing', id: serviceIdentityId } });
    const other = await create(credentials, second);
    await stores.sql(
      `INSERT INTO service_identities (id, org_id, name, permissions, is_ready, created_at)
       VALUES (gen_random_uuid(), 'acme', 'left behind', '{}', true, $1)`,
      [noon],
    );
    await revoke(id);
    expect(await removeOld(nextDay)).toMatchObject({ serviceIdentities: 1 });
    expect(await stores.sql('SELECT id FROM service_identities')).toEqual([{ id: serviceIdentityId }]);
    await revoke(other.id);
    expect(await removeOld(nextDay)).toMatchObject({ serviceIdentities: 1 });
    expect(await stores.sql('SELECT id FROM service_identities')).toEqual([]);
  });

  it('keeps a service identity that an admin has named, until it is deleted', async () => {
    const identities = new PostgresServiceIdentityStore(stores.database).forOrg('acme');
    const { id, serviceIdentityId } = await create(credentials);
    const change = { now: noon, audit: contextOf('service-identities:rename') };
    await identities.rename(serviceIdentityId, 'Exports', change);
    await revoke(id);
    expect(await removeOld(nextDay)).toMatchObject({
      revokedCredentials: 1,
      serviceIdentities: 0,
    });
    expect(await identities.delete(serviceIdentityId, change)).toBe('deleted');
    expect(await removeOld(nextDay)).toMatchObject({ serviceIdentities: 1 });
  });

  it('keeps a revoked credential of a former issuer until it is told to forget the issuer', async () => {
    const former = 'https://former.example.org';
    const { id } = await create(credentials, draftOf({ issuer: former }));
    const { id: active } = await create(credentials, draftOf({ issuer: former }));
    await revoke(id);
    expect(await removeOld(nextDay)).toMatchObject({ revokedCredentials: 0 });
    expect(await housekeeping.forgetRevoked('https://other.example.org')).toBe(0);
    expect(await housekeeping.forgetRevoked(former)).toBe(1);
    expect(await stores.sql('SELECT id FROM m2m_credentials')).toEqual([{ id: active }]);
  });

  it('removes more rows than one batch', async () => {
    const { id } = await create(credentials);
    await stores.sql(
      `INSERT INTO credential_creation_keys (key_mac, org_id, body_mac, credential_id, created_at)
       SELECT decode(lpad(to_hex(n), 8, '0'), 'hex'), 'acme', '', $1, $2 FROM generate_series(1, 1001) AS n`,
      [id, noon],
    );
    expect(await removeOld(nextDay)).toMatchObject({ creationKeys: 1001 });
  });
});
