import { opened } from '@governance/testing';
import { type CreationBegun, type OrgCredentials } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import {
  beginCreation,
  beginningOf,
  create,
  draftOf,
  intentOf,
  listedIds,
  newName,
  renaming,
  revoking,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { creationKeyLifeMs } from './creation-keys';
import { PostgresCredentialStore } from './postgres-credential.store';

describe('a creation with a key', () => {
  const stores = opened(openTestStores);
  let store: PostgresCredentialStore;
  let orgId: string;
  let credentials: OrgCredentials;
  const key = { key: 'nightly-export-0001', body: '{"name":"Nightly export"}' };

  beforeAll(() => {
    store = new PostgresCredentialStore(stores.database, stores.keyring);
  });
  beforeEach(() => {
    orgId = `org-${randomUUID()}`;
    credentials = store.forOrg(orgId);
  });

  function again(now = laterBy(1), body = key.body, by = credentials): Promise<CreationBegun> {
    const beginning = beginningOf('m2m-credentials:create', { now });
    return by.beginCreation(draftOf(), beginning, { ...key, body });
  }

  it('returns its credential in its current state when repeated', async () => {
    const created = await create(credentials, draftOf(), { key });
    expect(await again()).toEqual({ kind: 'replayed', credential: created, isRevoked: false });
    await credentials.rename(created.id, newName, renaming());
    expect(await again()).toEqual({
      kind: 'replayed',
      credential: { ...created, name: 'Import' },
      isRevoked: false,
    });
    expect(await listedIds(credentials)).toHaveLength(1);
  });

  it('returns its credential even after its revocation', async () => {
    const created = await create(credentials, draftOf(), { key });
    const revoked = await credentials.revoke(created.id, revoking());
    expect(await again()).toEqual({ kind: 'replayed', credential: created, isRevoked: true });
    await credentials.finishFollowUp(intentOf(revoked));
    expect(await again()).toEqual({ kind: 'replayed', credential: created, isRevoked: true });
  });

  it('counts as running until it is finished', async () => {
    const draft = draftOf();
    const intent = await beginCreation(credentials, draft, { key });
    expect(await again()).toEqual({ kind: 'running' });
    const created = await credentials.finishCreation(intent, { clientId: 'client', now: noon });
    expect(await again()).toEqual({ kind: 'replayed', credential: created, isRevoked: false });
  });

  it('starts again after it was abandoned', async () => {
    await credentials.abandon(await beginCreation(credentials, draftOf(), { key }), noon);
    expect(await again()).toMatchObject({ kind: 'begun' });
  });

  it('is refused with another body, finished or not', async () => {
    const intent = await beginCreation(credentials, draftOf(), { key });
    expect(await again(laterBy(1), '{}')).toEqual({ kind: 'other-body' });
    await credentials.finishCreation(intent, { clientId: randomUUID(), now: noon });
    expect(await again(laterBy(1), '{}')).toEqual({ kind: 'other-body' });
  });

  it('starts again after 24 hours, and no earlier', async () => {
    await create(credentials, draftOf(), { key });
    expect(await again(laterBy(creationKeyLifeMs - 1))).toMatchObject({ kind: 'replayed' });
    expect(await again(laterBy(creationKeyLifeMs), '{}')).toMatchObject({ kind: 'begun' });
    expect(await again(laterBy(creationKeyLifeMs + 1), '{}')).toEqual({ kind: 'running' });
  });

  it('starts once for two concurrent requests', async () => {
    const kinds = (await Promise.all([again(), again(), again()])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['begun', 'running', 'running']);
  });

  it('is independent of the same key in another organization', async () => {
    await create(credentials, draftOf(), { key });
    const other = store.forOrg(`other-${orgId}`);
    expect(await again(noon, key.body, other)).toMatchObject({ kind: 'begun' });
  });

  it('is recognized after a rotation of the keyring', async () => {
    const created = await create(credentials, draftOf(), { key });
    const rotated = new PostgresCredentialStore(stores.database, stores.rotateKeys()).forOrg(orgId);
    expect(await again(noon, key.body, rotated)).toEqual({
      kind: 'replayed',
      credential: created,
      isRevoked: false,
    });
    expect(await again(noon, '{}', rotated)).toEqual({ kind: 'other-body' });
  });

  it('is stored only as hashes', async () => {
    await create(credentials, draftOf(), { key });
    const rows = await stores.sql('SELECT * FROM credential_creation_keys WHERE org_id = $1', [orgId]);
    expect(rows).toHaveLength(1);
    for (const value of Object.values(rows[0] ?? {})) {
      expect(String(value)).not.toMatch(/nightly|Nightly/);
    }
  });
});
