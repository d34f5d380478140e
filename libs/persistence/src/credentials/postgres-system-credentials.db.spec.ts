import { opened } from '@governance/testing';
import { StoreUnavailable } from '@governance/kernel';
import { type OrgCredentials, type SystemReason } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import {
  beginCreation,
  create,
  draftOf,
  intentOf,
  issuer,
  leaseMs,
  newName,
  renaming,
  revoking,
  rotating,
  rowsSeen,
} from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresCredentialStore } from './postgres-credential.store';

const stores = opened(openTestStores, [beforeEach, afterEach]);
let store: PostgresCredentialStore;
let acme: OrgCredentials;
let globex: OrgCredentials;

beforeEach(() => {
  store = new PostgresCredentialStore(stores.database, stores.keyring);
  [acme, globex] = [store.forOrg('acme'), store.forOrg('globex')];
});

describe('the guard', () => {
  const isActive = async (clientId: string, orgId = 'acme', now = noon): Promise<boolean> =>
    (await store.systemScope('guard').findActive({ issuer, clientId, orgId, now })) !== undefined;

  it('finds a credential by client and organization', async () => {
    const { id, clientId } = await create(acme);
    const query = { issuer, clientId, orgId: 'acme', now: noon };
    expect(await store.systemScope('guard').findActive(query)).toEqual({
      id,
      orgId: 'acme',
      isTrustRule: false,
      expiresAt: undefined,
      lastUsedAt: undefined,
      allowedNetworks: undefined,
    });
  });

  it('finds the networks of a credential with it', async () => {
    const allowedNetworks = ['192.0.2.0/24', '2001:db8::/32'];
    const { clientId } = await create(acme, draftOf({ allowedNetworks }));
    const query = { issuer, clientId, orgId: 'acme', now: noon };
    expect(await store.systemScope('guard').findActive(query)).toMatchObject({ allowedNetworks });
  });

  it('finds none of another organization, or of another client', async () => {
    const { clientId } = await create(acme);
    expect(await isActive(clientId, 'globex')).toBe(false);
    expect(await isActive('another')).toBe(false);
    expect(await isActive('')).toBe(false);
  });

  it('finds no expired one, to the millisecond', async () => {
    const draft = draftOf({ type: 'public_key', keyThumbprint: 'thumb', expiresAt: laterBy(1_000) });
    const { clientId } = await create(acme, draft);
    expect(await isActive(clientId, 'acme', laterBy(999))).toBe(true);
    expect(await isActive(clientId, 'acme', laterBy(1_000))).toBe(false);
  });

  it('finds none that is being created or revoked', async () => {
    const draft = draftOf();
    const intent = await beginCreation(acme, draft);
    expect(await isActive(`client-${draft.id}`)).toBe(false);
    const { id, clientId } = await acme.finishCreation(intent, { clientId: `client-${draft.id}`, now: noon });
    expect(await isActive(clientId)).toBe(true);
    const revoked = await acme.revoke(id, revoking());
    expect(await isActive(clientId)).toBe(false);
    await acme.finishFollowUp(intentOf(revoked));
    expect(await isActive(clientId)).toBe(false);
  });

  it('reads one index and no table, in one statement', async () => {
    await stores.sql(`
      INSERT INTO service_identities (id, org_id, name, permissions, is_ready, created_at)
      VALUES ('${randomUUID()}', 'acme', 'Many', '{}', true, now())`);
    await stores.sql(`
      INSERT INTO m2m_credentials (
        id, org_id, name, type, state, client_id, issuer, service_identity_id, created_at, last_rotated_at)
      SELECT gen_random_uuid(), 'acme', 'Many', 'client_secret', 'active', 'many-' || n, '${issuer}', identity.id,
        now(), now()
      FROM generate_series(1, 5000) AS n, service_identities AS identity`);
    await stores.sql('ANALYZE m2m_credentials');
    const scans = async (): Promise<Record<string, number>> => {
      const [row] = await stores.sql(`
        SELECT seq_scan::integer AS table, own.idx_scan::integer AS index
        FROM pg_stat_user_tables AS credentials JOIN pg_stat_user_indexes AS own USING (relid)
        WHERE credentials.relname = 'm2m_credentials' AND indexrelname = 'm2m_credentials_active_client'`);
      return row as Record<string, number>;
    };
    const plan = await rowsSeen(
      stores.testDatabase.url,
      `EXPLAIN SELECT id FROM m2m_credentials
       WHERE state = 'active' AND client_id = 'many-1' AND org_id = 'acme'
         AND (expires_at IS NULL OR expires_at > now())`,
      { scope: 'guard' },
    );
    expect(JSON.stringify(plan)).toContain('Index Scan using m2m_credentials_active_client');

    // Statistics of one connection are visible to others after a flush.
    const connection = await stores.database.connect();
    const flush = () => connection.query('SELECT pg_stat_force_next_flush()');
    await flush();
    const before = await scans();
    for (let n = 1; n <= 20; n += 1) {
      const { rows } = await connection.query('SELECT * FROM find_active_machine($1, $2, $3, $4)', [
        issuer,
        `many-${n}`,
        'acme',
        noon,
      ]);
      expect(rows).toHaveLength(1);
    }
    await flush();
    connection.release();
    expect(await scans()).toEqual({ table: before.table, index: (before.index ?? 0) + 20 });
  });

  it('leaves no scope behind on the connection', async () => {
    const { clientId } = await create(acme);
    const connection = await stores.database.connect();
    await connection.query('BEGIN');
    await connection.query('SELECT * FROM find_active_machine($1, $2, $3, $4)', [
      issuer,
      clientId,
      'acme',
      noon,
    ]);
    expect((await connection.query('SELECT id FROM m2m_credentials')).rows).toEqual([]);
    await connection.query('COMMIT');
    expect((await connection.query('SELECT id FROM m2m_credentials')).rows).toEqual([]);
    connection.release();
  });
});

describe('the last use', () => {
  const lastUsedAt = async (id: string): Promise<unknown> => (await acme.find(id))?.lastUsedAt;
  const touch = (...uses: [string, Date][]): Promise<void> =>
    store.systemScope('last-used').touchLastUsed(new Map(uses));

  it('is recorded for credentials of any organization, and never moves back', async () => {
    const [first, second] = [await create(acme), await create(globex)];
    await touch([first.id, laterBy(5_000)], [second.id, laterBy(6_000)], [randomUUID(), noon]);
    expect(await lastUsedAt(first.id)).toEqual(laterBy(5_000));
    expect((await globex.find(second.id))?.lastUsedAt).toEqual(laterBy(6_000));
    await touch([first.id, laterBy(4_000)], [second.id, laterBy(7_000)]);
    expect(await lastUsedAt(first.id)).toEqual(laterBy(5_000));
    expect((await globex.find(second.id))?.lastUsedAt).toEqual(laterBy(7_000));
  });

  it('sends no statement without credentials', async () => {
    await stores.database.close();
    await touch();
  });

  it('is recorded by processes that saw the same credentials in another order', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) ids.push((await create(acme)).id);
    const at = (ms: number): [string, Date][] => ids.map((id) => [id, laterBy(ms)]);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        touch(...(index % 2 === 0 ? at(index) : at(index).toReversed())),
      ),
    );
    for (const id of ids) expect(await lastUsedAt(id)).toEqual(laterBy(19));
  });
});

describe('the reconciler', () => {
  const claim = (now = laterBy(200_000)) =>
    store.systemScope('reconciler').claimUnfinished({ now, leaseUntil: new Date(now.getTime() + leaseMs) });

  it('claims a change of each kind as it was begun, with its own lease', async () => {
    const created = await beginCreation(acme);
    const [one, two, three] = [await create(acme), await create(globex), await create(acme)];
    const rotated = intentOf(await acme.beginRotation(one.id, rotating()));
    const renamed = intentOf(await globex.rename(two.id, newName, renaming()));
    const revoked = intentOf(await acme.revoke(three.id, revoking()));

    const claimed = [await claim(), await claim(), await claim(), await claim()];

    const expected = [created, rotated, renamed, revoked];
    expect(claimed).toEqual(expected.map((intent) => ({ ...intent, lease: expect.any(String) as unknown })));
    claimed.forEach((intent, index) => {
      expect(intent?.lease).not.toBe(expected[index]?.lease);
    });
    expect(await claim()).toBeUndefined();
  });

  it('claims no change before its lease has ended, even its own', async () => {
    await beginCreation(acme);
    expect(await claim(laterBy(leaseMs - 1))).toBeUndefined();
    expect(await claim(laterBy(leaseMs))).toBeDefined();
    expect(await claim(laterBy(2 * leaseMs - 1))).toBeUndefined();
    expect(await claim(laterBy(2 * leaseMs))).toBeDefined();
  });

  it('never claims a change that another one holds', async () => {
    for (let count = 0; count < 30; count += 1) await beginCreation(count % 2 ? acme : globex);
    const claimed = await Promise.all(Array.from({ length: 40 }, () => claim()));
    const ids = claimed.flatMap((intent) => (intent ? [intent.id] : []));
    while (ids.length < 30) {
      const next = await claim();
      if (!next) break;
      ids.push(next.id);
    }
    expect(new Set(ids).size).toBe(30);
    expect(ids).toHaveLength(30);
  });

  it('finds owners from the start of a creation to the end of a revocation', async () => {
    const draft = draftOf();
    const owners = () => store.systemScope('reconciler').ownersOf([draft.id, randomUUID(), 'by hand']);
    expect(await owners()).toEqual([]);
    const intent = await beginCreation(acme, draft);
    expect(await owners()).toEqual([{ credentialId: draft.id, clientId: undefined, issuer }]);
    await acme.finishCreation(intent, { clientId: 'client', now: noon });
    expect(await owners()).toEqual([{ credentialId: draft.id, clientId: 'client', issuer }]);
    const revoked = await acme.revoke(draft.id, revoking());
    expect(await owners()).toEqual([{ credentialId: draft.id, clientId: 'client', issuer }]);
    await acme.finishFollowUp(intentOf(revoked));
    expect(await owners()).toEqual([]);
  });

  it('finds owners in every organization', async () => {
    const [one, two] = [await create(acme), await create(globex)];
    const owners = await store.systemScope('reconciler').ownersOf([one.id, two.id]);
    expect(new Set(owners.map(({ credentialId }) => credentialId))).toEqual(new Set([one.id, two.id]));
  });
});

describe('a scope', () => {
  it.each<[SystemReason, SystemReason]>([
    ['last-used', 'guard'],
    ['guard', 'last-used'],
    ['guard', 'reconciler'],
  ])('%s does not permit the calls of %s', async (reason, needed) => {
    const system = store.systemScope(reason);
    const calls = {
      guard: () => system.findActive({ issuer, clientId: 'client', orgId: 'acme', now: noon }),
      'last-used': () => system.touchLastUsed(new Map([[randomUUID(), noon]])),
      reconciler: () => system.claimUnfinished({ now: noon, leaseUntil: noon }),
    };
    await expect(calls[needed]()).rejects.toThrow(`not permitted in the scope ${reason}`);
  });
});

describe('without a database', () => {
  it('every call rejects with StoreUnavailable', async () => {
    await stores.database.close();
    const query = { issuer, clientId: 'client', orgId: 'acme', now: noon };
    await expect(store.systemScope('guard').findActive(query)).rejects.toThrow(StoreUnavailable);
    await expect(store.systemScope('reconciler').ownersOf([])).rejects.toThrow(StoreUnavailable);
    await expect(acme.list()).rejects.toThrow(StoreUnavailable);
  });
});
