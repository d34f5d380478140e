import { opened } from '@governance/testing';
import { IntentLost, type OrgCredentials } from '@governance/iam';
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
  rotating,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores, waiting } from '../../spec/fixtures';
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

describe('a rotation', () => {
  it('holds when it is finished, and not before', async () => {
    const created = await create(credentials);
    const begun = await credentials.beginRotation(created.id, rotating());
    const intent = intentOf(begun);
    expect(begun).toMatchObject({ credential: created });
    expect(intent).toMatchObject({ kind: 'rotate', orgId, clientId: created.clientId });
    expect(await credentials.find(created.id)).toEqual(created);
    expect(await auditOf(created.id)).toHaveLength(1);

    const rotated = await credentials.finishRotation(intent, laterBy(1_500));

    expect(rotated).toEqual({ ...created, lastRotatedAt: laterBy(1_500) });
    expect(await credentials.find(created.id)).toEqual(rotated);
    expect((await auditOf(created.id))[1]).toEqual(['m2m-credentials:rotate', 'done', laterBy(1_500)]);
  });

  it('of a key changes its expiry and thumbprint, or removes the expiry', async () => {
    const expiresAt = laterBy(9_000);
    const draft = draftOf({ type: 'public_key', keyThumbprint: 'first', expiresAt });
    const { id } = await create(credentials, draft);
    const rotate = async (to: Date | undefined, keyThumbprint: string): Promise<unknown> => {
      const begun = await credentials.beginRotation(id, rotating(), { expiresAt: to, keyThumbprint });
      await credentials.finishRotation(intentOf(begun), laterBy(1_000));
      const [row] = await stores.sql('SELECT expires_at, key_thumbprint FROM m2m_credentials WHERE id = $1', [
        id,
      ]);
      return row;
    };
    expect(await rotate(laterBy(20_000), 'second')).toEqual({
      expires_at: laterBy(20_000),
      key_thumbprint: 'second',
    });
    expect(await rotate(undefined, 'third')).toEqual({ expires_at: null, key_thumbprint: 'third' });
  });

  it('that is abandoned has changed nothing', async () => {
    const created = await create(credentials);
    const rotation = { expiresAt: laterBy(1), keyThumbprint: 'never' };
    const intent = intentOf(await credentials.beginRotation(created.id, rotating(), rotation));
    await credentials.abandon(intent, laterBy(1_200));
    expect(await credentials.find(created.id)).toEqual(created);
    expect((await auditOf(created.id))[1]).toEqual(['m2m-credentials:rotate', 'abandoned', laterBy(1_200)]);
    await expect(credentials.finishRotation(intent, noon)).rejects.toThrow(IntentLost);
    await expect(credentials.abandon(intent, noon)).rejects.toThrow(IntentLost);
  });

  it('excludes other changes until it is finished', async () => {
    const { id } = await create(credentials);
    const intent = intentOf(await credentials.beginRotation(id, rotating()));
    expect(await credentials.beginRotation(id, rotating())).toEqual({ kind: 'busy' });
    expect(await credentials.rename(id, newName, renaming())).toEqual({ kind: 'busy' });
    expect(await credentials.find(id)).toMatchObject({ name: 'Nightly export' });
    await credentials.finishRotation(intent, noon);
    expect(await credentials.beginRotation(id, rotating())).toMatchObject({ kind: 'begun' });
  });

  it('is finished while another change waits, in either order', async () => {
    const created = await create(credentials);
    const intent = intentOf(await credentials.beginRotation(created.id, rotating()));
    const blocker = await stores.database.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT set_config('governance.org_id', $1, true)`, [orgId]);
    await blocker.query('SELECT FROM m2m_credentials WHERE id = $1 FOR UPDATE', [created.id]);
    const renamed = credentials.rename(created.id, newName, renaming());
    await waiting(stores, 1);
    const rotated = credentials.finishRotation(intent, laterBy(1_500));
    await waiting(stores, 2);
    await blocker.query('COMMIT');
    blocker.release();

    expect(await renamed).toEqual({ kind: 'busy' });
    expect(await rotated).toEqual({ ...created, lastRotatedAt: laterBy(1_500) });
  });

  it('is begun by one of fifty concurrent requests', async () => {
    const { id } = await create(credentials);
    const begun = await Promise.all(
      Array.from({ length: 50 }, () => credentials.beginRotation(id, rotating())),
    );
    expect(begun.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
    expect(begun.filter(({ kind }) => kind === 'busy')).toHaveLength(49);
  });
});

describe('a rename', () => {
  it('holds at once with its audit row, and excludes other changes until the provider has it', async () => {
    const created = await create(credentials);
    const begun = await credentials.rename(created.id, newName, renaming());
    const renamed = { ...created, name: 'Import' };
    expect(begun).toMatchObject({
      credential: renamed,
      intent: { kind: 'rename', name: 'Import', clientId: created.clientId },
    });
    expect(await credentials.find(created.id)).toEqual(renamed);
    expect((await auditOf(created.id))[1]).toEqual(['m2m-credentials:rename', 'done', laterBy(2_000)]);
    expect(await credentials.beginRotation(created.id, rotating())).toEqual({ kind: 'busy' });

    await credentials.finishFollowUp(intentOf(begun));
    expect(await credentials.beginRotation(created.id, rotating())).toMatchObject({ kind: 'begun' });
    await expect(credentials.finishFollowUp(intentOf(begun))).rejects.toThrow(IntentLost);
  });

  it('changes the given members, and clears a description of null', async () => {
    const created = await create(credentials);
    for (const [edit, now] of [
      [
        { name: undefined, description: 'Runs at night' },
        { name: created.name, description: 'Runs at night' },
      ],
      [
        { name: 'Import', description: undefined },
        { name: 'Import', description: 'Runs at night' },
      ],
      [
        { name: undefined, description: null },
        { name: 'Import', description: undefined },
      ],
    ] as const) {
      const begun = await credentials.rename(created.id, edit, renaming());
      expect(begun).toMatchObject({ credential: now, intent: { name: now.name } });
      expect(await credentials.find(created.id)).toEqual({ ...created, ...now });
      await credentials.finishFollowUp(intentOf(begun));
    }
  });
});

describe('a revocation', () => {
  it('holds at once with its audit row, and a second one finds nothing', async () => {
    const created = await create(credentials);
    const begun = await credentials.revoke(created.id, revoking());
    expect(begun).toMatchObject({
      credential: created,
      intent: { kind: 'revoke', clientId: created.clientId },
    });
    expect(await credentials.find(created.id)).toBeUndefined();
    expect(await listedIds(credentials)).toEqual([]);
    expect((await auditOf(created.id))[1]).toEqual(['m2m-credentials:revoke', 'done', laterBy(3_000)]);
    expect(await credentials.revoke(created.id, revoking())).toEqual({ kind: 'unknown' });
    await credentials.finishFollowUp(intentOf(begun));
    expect(await credentials.revoke(created.id, revoking())).toEqual({ kind: 'unknown' });
    expect(await credentials.findServiceIdentity(created.serviceIdentityId)).toBeUndefined();
  });

  it('prevails over a rotation, which counts as abandoned', async () => {
    const { id } = await create(credentials);
    const rotation = intentOf(await credentials.beginRotation(id, rotating()));
    await credentials.revoke(id, revoking());
    await expect(credentials.finishRotation(rotation, noon)).rejects.toThrow(IntentLost);
    expect((await auditOf(id)).slice(1)).toEqual([
      ['m2m-credentials:rotate', 'abandoned', laterBy(3_000)],
      ['m2m-credentials:revoke', 'done', laterBy(3_000)],
    ]);
  });

  it('prevails over a rename, which already holds', async () => {
    const { id } = await create(credentials);
    const rename = intentOf(await credentials.rename(id, newName, renaming()));
    await credentials.revoke(id, revoking());
    await expect(credentials.finishFollowUp(rename)).rejects.toThrow(IntentLost);
    expect((await auditOf(id)).map(([, outcome]) => outcome)).toEqual(['done', 'done', 'done']);
  });

  it('happens once for concurrent requests and rotations', async () => {
    const { id } = await create(credentials);
    const changes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        index % 2 === 0 ? credentials.revoke(id, revoking()) : credentials.beginRotation(id, rotating()),
      ),
    );
    const revoked = changes.filter((change, index) => index % 2 === 0 && change.kind === 'begun');
    expect(revoked).toHaveLength(1);
    const intents = await stores.sql('SELECT kind FROM credential_intents WHERE credential_id = $1', [id]);
    expect(intents).toEqual([{ kind: 'revoke' }]);
  });
});

describe('a lease', () => {
  it('taken over by a reconciler can neither be finished nor abandoned', async () => {
    const draft = draftOf();
    const creation = await beginCreation(credentials, draft);
    const { id } = await create(credentials);
    const rotation = intentOf(await credentials.beginRotation(id, rotating()));
    const later = { now: laterBy(120_000), leaseUntil: laterBy(180_000) };
    const reconciler = store.systemScope('reconciler');
    while ((await reconciler.claimUnfinished(later)) !== undefined);

    await expect(credentials.finishCreation(creation, { clientId: 'late', now: noon })).rejects.toThrow(
      IntentLost,
    );
    await expect(credentials.abandon(creation, noon)).rejects.toThrow(IntentLost);
    await expect(credentials.finishRotation(rotation, noon)).rejects.toThrow(IntentLost);
    await expect(credentials.abandon(rotation, noon)).rejects.toThrow(IntentLost);
    expect(await credentials.find(draft.id)).toBeUndefined();
    expect(await auditOf(draft.id)).toEqual([]);
  });
});

describe('the audit row of a change', () => {
  it('names the actor, and is rolled back with the change', async () => {
    const { id } = await create(credentials);
    const audit = { ...renaming().audit, requestId: 'request-7' };
    await credentials.rename(id, newName, beginningOf('m2m-credentials:rename', { audit }));
    const [row] = await stores.sql(`SELECT * FROM audit_trail WHERE target = $1 AND request_id = $2`, [
      id,
      'request-7',
    ]);
    expect(row).toMatchObject({
      org_id: orgId,
      actor_kind: 'person',
      actor_issuer: 'https://id.example.org',
      actor_subject: 'ada',
      actor_client_id: 'web',
      second_factor_age_seconds: 12,
      reason: null,
    });

    // Another row already has the client: the statement fails after it wrote the audit row.
    const clientId = (await credentials.find(id))?.clientId ?? '';
    const draft = draftOf();
    const intent = await beginCreation(credentials, draft);
    await expect(credentials.finishCreation(intent, { clientId, now: noon })).rejects.toThrow('duplicate');
    expect(await auditOf(draft.id)).toEqual([]);
    await credentials.abandon(intent, noon);
    expect(await auditOf(draft.id)).toHaveLength(1);
  });
});
