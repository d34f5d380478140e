import { opened } from '@governance/testing';
import { IntentLost, type OrgCredentials } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import {
  beginCreation,
  create,
  draftOf,
  listedIds,
  newName,
  renaming,
  revoking,
  rotating,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresCredentialStore } from './postgres-credential.store';

const stores = opened(openTestStores);
let store: PostgresCredentialStore;
let orgId: string;
let credentials: OrgCredentials;

beforeAll(() => {
  store = new PostgresCredentialStore(stores.database, stores.keyring);
});
beforeEach(() => {
  orgId = `org-${randomUUID()}`;
  credentials = store.forOrg(orgId);
});

/** The audit rows of a credential: operation, outcome and time. */
async function auditOf(id: string): Promise<[unknown, unknown, unknown][]> {
  const rows = await stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id]);
  return rows.map(({ operation, outcome, at }) => [operation, outcome, at]);
}

describe('a creation', () => {
  it('is invisible until it is finished, and then shows the whole draft', async () => {
    const description = 'Ł "quoted" \\ 🙂';
    const draft = draftOf({ type: 'public_key', description, keyThumbprint: 'thumb', validForDays: 30 });
    const expiring = { ...draft, expiresAt: laterBy(30 * 86_400_000) };
    const intent = await beginCreation(credentials, expiring);
    expect(intent).toMatchObject({ kind: 'create', credentialId: draft.id, orgId });
    expect(await listedIds(credentials)).toEqual([]);
    expect(await credentials.find(draft.id)).toBeUndefined();
    expect(await credentials.findServiceIdentity(draft.serviceIdentity.id)).toBeUndefined();

    const created = await credentials.finishCreation(intent, { clientId: 'client-1', now: laterBy(50) });

    expect(created).toEqual({
      id: draft.id,
      orgId,
      name: draft.name,
      issuer: draft.issuer,
      description,
      type: 'public_key',
      clientId: 'client-1',
      serviceIdentityId: draft.serviceIdentity.id,
      permissions: new Set(['m2m:credentials:read', 'self:organization:read']),
      createdAt: laterBy(50),
      lastRotatedAt: laterBy(50),
      lastUsedAt: undefined,
      expiresAt: expiring.expiresAt,
      validForDays: 30,
      lastFour: 'humb',
      kid: 'thumb',
      previous: undefined,
    });
    expect(await credentials.find(draft.id)).toEqual(created);
    expect(await listedIds(credentials)).toEqual([created.id]);
    expect(await credentials.findServiceIdentity(draft.serviceIdentity.id)).toEqual({
      id: draft.serviceIdentity.id,
      name: draft.name,
      permissions: new Set(['m2m:credentials:read', 'self:organization:read']),
    });
    expect(await auditOf(draft.id)).toEqual([['m2m-credentials:create', 'done', laterBy(50)]]);
  });

  it('for an existing service identity creates no other', async () => {
    const first = await create(credentials);
    const serviceIdentity = { kind: 'existing', id: first.serviceIdentityId } as const;
    const second = await create(credentials, draftOf({ serviceIdentity }));
    expect(second.serviceIdentityId).toBe(first.serviceIdentityId);
    const rows = await stores.sql('SELECT id FROM service_identities WHERE org_id = $1', [orgId]);
    expect(rows).toEqual([{ id: first.serviceIdentityId }]);
  });

  it('deletes its service identity with the last credential, and not before', async () => {
    const first = await create(credentials);
    const { serviceIdentityId: id } = first;
    const second = await create(credentials, draftOf({ serviceIdentity: { kind: 'existing', id } }));
    await credentials.revoke(first.id, revoking());
    expect(await credentials.findServiceIdentity(id)).toBeDefined();
    await credentials.revoke(second.id, revoking());
    expect(await credentials.findServiceIdentity(id)).toBeUndefined();
  });

  it('refuses a service identity of another organization, even without a check by the caller', async () => {
    const { serviceIdentityId } = await create(store.forOrg(`other-${orgId}`));
    const draft = draftOf({ serviceIdentity: { kind: 'existing', id: serviceIdentityId } });
    await expect(beginCreation(credentials, draft)).rejects.toThrow('no-identity');
    const insert = `INSERT INTO m2m_credentials (id, org_id, name, type, service_identity_id, created_at, last_rotated_at)
      VALUES (gen_random_uuid(), $1, '', 'client_secret', $2, $3, $3)`;
    await expect(stores.sql(insert, [orgId, serviceIdentityId, noon])).rejects.toThrow('foreign key');
  });

  it('refuses a service identity that has ended, even without a check by the caller', async () => {
    const { id, serviceIdentityId } = await create(credentials);
    await credentials.revoke(id, revoking());
    const draft = draftOf({ serviceIdentity: { kind: 'existing', id: serviceIdentityId } });
    await expect(beginCreation(credentials, draft)).rejects.toThrow('no-identity');
  });

  it('that is abandoned leaves only its audit row', async () => {
    const draft = draftOf();
    const intent = await beginCreation(credentials, draft);
    await credentials.abandon(intent, laterBy(70));

    const left = `
      SELECT id FROM m2m_credentials WHERE org_id = $1
      UNION ALL SELECT id FROM service_identities WHERE org_id = $1
      UNION ALL SELECT id FROM credential_intents WHERE org_id = $1`;
    expect(await stores.sql(left, [orgId])).toEqual([]);
    expect(await auditOf(draft.id)).toEqual([['m2m-credentials:create', 'abandoned', laterBy(70)]]);
    await expect(credentials.finishCreation(intent, { clientId: 'late', now: noon })).rejects.toThrow(
      IntentLost,
    );
  });

  it('that is abandoned keeps an existing service identity', async () => {
    const { serviceIdentityId } = await create(credentials);
    const draft = draftOf({ serviceIdentity: { kind: 'existing', id: serviceIdentityId } });
    await credentials.abandon(await beginCreation(credentials, draft), noon);
    expect(await credentials.findServiceIdentity(serviceIdentityId)).toBeDefined();
  });

  it('whose credential cannot be stored stores no service identity either', async () => {
    const { id } = await create(credentials);
    const draft = draftOf({ id });
    await expect(beginCreation(credentials, draft)).rejects.toThrow('duplicate key');
    expect(
      await stores.sql('SELECT id FROM service_identities WHERE id = $1', [draft.serviceIdentity.id]),
    ).toEqual([]);
  });

  it('is not visible to rotation, rename and revocation', async () => {
    const { id } = draftOf();
    await beginCreation(credentials, draftOf({ id }));
    expect(await credentials.beginRotation(id, rotating())).toEqual({ kind: 'unknown' });
    expect(await credentials.rename(id, newName, renaming())).toEqual({ kind: 'unknown' });
    expect(await credentials.revoke(id, revoking())).toEqual({ kind: 'unknown' });
  });
});

describe('the list', () => {
  it('starts with the newest, with a stable order for equal times', async () => {
    const ids: string[] = [];
    for (const now of [noon, laterBy(1), laterBy(1), laterBy(1), laterBy(2)]) {
      ids.push((await create(credentials, draftOf(), { now })).id);
    }
    const [oldest, ...others] = ids;
    const newest = others.pop();
    const listed = await listedIds(credentials);
    expect(listed).toEqual([newest, ...others.toSorted().toReversed(), oldest]);
    expect(await listedIds(credentials)).toEqual(listed);
  });
});
