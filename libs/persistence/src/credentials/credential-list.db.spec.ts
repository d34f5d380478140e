import { randomUUID } from 'node:crypto';
import { create, draftOf, revoking } from '../../spec/credential-fixtures';
import { laterBy, openTestStores, type TestStores } from '../../spec/fixtures';
import { PostgresCredentialStore } from './postgres-credential.store';

let stores: TestStores;
let store: PostgresCredentialStore;

beforeAll(async () => {
  stores = await openTestStores();
  store = new PostgresCredentialStore(stores.database, stores.keyring);
});
afterAll(() => stores.close());

describe('the list as JSON', () => {
  it('has every member of every credential, newest first', async () => {
    const credentials = store.forOrg(`org-${randomUUID()}`);
    const awkward = 'Ł "quoted" \\ \u2028 🙂';
    const plain = await create(credentials);
    const expiring = draftOf({ name: awkward, type: 'public_key', expiresAt: laterBy(86_400_000) });
    const named = await create(credentials, { ...expiring, keyThumbprint: 'thumb' }, { now: laterBy(1) });
    await store.systemScope('last-used').touchLastUsed(new Map([[plain.id, laterBy(1_234)]]));

    const listed = JSON.parse(await credentials.listAsJson()) as unknown;

    const touched = await credentials.find(plain.id);
    expect(listed).toEqual(
      [named, touched ?? plain].map((credential) => ({
        id: credential.id,
        name: credential.name,
        client_id: credential.clientId,
        org_id: credential.orgId,
        credential_type: credential.type,
        created_at: credential.createdAt.toISOString(),
        last_rotated_at: credential.lastRotatedAt.toISOString(),
        service_identity_id: credential.serviceIdentityId,
        expires_at: credential.expiresAt?.toISOString() ?? null,
        last_used_at: credential.lastUsedAt?.toISOString() ?? null,
      })),
    );
    expect(JSON.stringify(listed)).toContain(JSON.stringify(named.name));
  });

  it('shows nothing of another organization, and nothing that is revoked', async () => {
    const [ours, theirs] = [store.forOrg(`org-${randomUUID()}`), store.forOrg(`org-${randomUUID()}`)];
    const revoked = await create(ours);
    await create(theirs);
    await ours.revoke(revoked.id, revoking());
    expect(await ours.listAsJson()).toBe('[]');
    expect(JSON.parse(await theirs.listAsJson())).toHaveLength(1);
  });
});
