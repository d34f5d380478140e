import { opened } from '@governance/testing';
import {
  type IdentityChange,
  type ListPosition,
  type M2mCredential,
  type OrgCredentials,
  type OrgServiceIdentities,
} from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { type PoolClient } from 'pg';
import {
  beginCreation,
  beginningOf,
  contextOf,
  create,
  draftOf,
  revoking,
} from '../../spec/credential-fixtures';
import { laterBy, openTestStores, waiting } from '../../spec/fixtures';
import { PostgresCredentialStore } from '../credentials/postgres-credential.store';
import { PostgresServiceIdentityStore } from './postgres-service-identity.store';

const whole = { limit: 100, after: undefined };

describe('PostgresServiceIdentityStore', () => {
  const stores = opened(openTestStores);
  let store: PostgresServiceIdentityStore;
  let orgId: string;
  let credentials: OrgCredentials;
  let identities: OrgServiceIdentities;
  beforeAll(() => {
    store = new PostgresServiceIdentityStore(stores.database);
  });
  beforeEach(() => {
    orgId = `org-${randomUUID()}`;
    credentials = new PostgresCredentialStore(stores.database, stores.keyring).forOrg(orgId);
    identities = store.forOrg(orgId);
  });

  const draftFor = (id: string): ReturnType<typeof draftOf> =>
    draftOf({ name: 'Second', serviceIdentity: { kind: 'existing', id } });
  const createFor = (id: string, now = laterBy(1)): Promise<M2mCredential> =>
    create(credentials, draftFor(id), { now });
  const listedIds = async (by = identities): Promise<string[]> => (await by.list(whole)).map(({ id }) => id);

  function changing(operation: 'rename' | 'delete', target: string): IdentityChange {
    const audit = contextOf(`service-identities:${operation}`, { orgId, target });
    return { now: laterBy(5_000), audit };
  }
  const rename = (id: string, name = 'Exports'): ReturnType<OrgServiceIdentities['rename']> =>
    identities.rename(id, name, changing('rename', id));
  const remove = (id: string, by = identities): ReturnType<OrgServiceIdentities['delete']> =>
    by.delete(id, changing('delete', id));

  /** A service identity that an admin has named, without credentials. */
  async function createUnused(): Promise<string> {
    const { id, serviceIdentityId } = await create(credentials);
    await rename(serviceIdentityId);
    await credentials.revoke(id, revoking());
    return serviceIdentityId;
  }

  /** A transaction of the organization that has run the statement, and holds its locks. */
  async function blocking(text: string, values: unknown[]): Promise<PoolClient> {
    const blocker = await stores.database.connect();
    await blocker.query('BEGIN');
    await blocker.query(`SELECT set_config('governance.org_id', $1, true)`, [orgId]);
    await blocker.query(text, values);
    return blocker;
  }

  async function auditOf(id: string): Promise<[unknown, unknown, unknown, unknown][]> {
    const rows = await stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [id]);
    return rows.map(({ org_id, operation, outcome, at }) => [org_id, operation, outcome, at]);
  }

  describe('the list', () => {
    it('has every member of an identity, with its credentials, newest first', async () => {
      const first = await create(credentials);
      const { serviceIdentityId: id, createdAt } = first;
      const [second, third] = [await createFor(id), await createFor(id, laterBy(2))];
      const other = await create(credentials, draftOf({ name: 'Ł "quoted" \\ \u2028 🙂' }), {
        now: laterBy(3),
      });
      const permissions = new Set(['m2m:credentials:read', 'self:organization:read']);
      const common = { permissions, endsWithLastCredential: true, trustRules: [] };
      expect(await identities.list(whole)).toEqual([
        {
          ...common,
          id: other.serviceIdentityId,
          name: other.name,
          createdAt: other.createdAt,
          credentials: [{ id: other.id, name: other.name }],
        },
        {
          ...common,
          id,
          name: first.name,
          createdAt,
          credentials: [third, second, first].map((each) => ({ id: each.id, name: each.name })),
        },
      ]);
    });

    it('has no permission that this release does not know', async () => {
      const { serviceIdentityId } = await create(credentials);
      await stores.sql(
        `UPDATE service_identities SET permissions = '{org:audit:read,of:later}' WHERE id = $1`,
        [serviceIdentityId],
      );
      const [entry] = await identities.list(whole);
      expect(entry?.permissions).toEqual(new Set(['org:audit:read']));
    });

    it('shows none of another organization, none before its first credential, and none after its last', async () => {
      const kept = await create(credentials);
      await create(new PostgresCredentialStore(stores.database, stores.keyring).forOrg(`other-${orgId}`));
      await beginCreation(credentials);
      const ended = await create(credentials);
      await credentials.revoke(ended.id, revoking());
      const begun = await beginCreation(credentials, draftFor(kept.serviceIdentityId));
      const revoked = await createFor(kept.serviceIdentityId);
      await credentials.revoke(revoked.id, revoking());
      expect(await identities.list(whole)).toMatchObject([
        { id: kept.serviceIdentityId, credentials: [{ id: kept.id }] },
      ]);
      await credentials.finishCreation(begun, { clientId: randomUUID(), now: laterBy(9) });
      expect(await identities.list(whole)).toMatchObject([{ credentials: [{ id: begun.credentialId }, {}] }]);
    });

    it.each([1, 2, 3, 7])('is the same in pages of %i', async (limit) => {
      for (const moment of [0, 1, 1, 1, 1, 2, 2]) {
        await create(credentials, draftOf(), { now: laterBy(moment) });
      }
      const walked: string[] = [];
      for (let after: ListPosition | undefined; ;) {
        const page = await identities.list({ limit, after });
        expect(page.length).toBeLessThanOrEqual(limit);
        walked.push(...page.map(({ id }) => id));
        after = page.at(-1);
        if (after === undefined) break;
      }
      expect(walked).toEqual(await listedIds());
      expect(new Set(walked).size).toBe(7);
    });
  });

  describe('a renaming', () => {
    it('holds at once with its audit row, and leaves the credentials as they are', async () => {
      const { id, serviceIdentityId, name } = await create(credentials);
      const [before] = await identities.list(whole);
      const renamed = await rename(serviceIdentityId);
      expect(renamed).toEqual({ ...before, name: 'Exports', endsWithLastCredential: false });
      expect(await identities.list(whole)).toEqual([renamed]);
      expect(await credentials.find(id)).toMatchObject({ name });
      expect(await auditOf(serviceIdentityId)).toEqual([
        [orgId, 'service-identities:rename', 'done', laterBy(5_000)],
      ]);
    });

    it('keeps the identity without credentials, for a further one', async () => {
      const id = await createUnused();
      expect(await identities.list(whole)).toMatchObject([{ id, name: 'Exports', credentials: [] }]);
      expect(await credentials.findServiceIdentity(id)).toMatchObject({ id, name: 'Exports' });
      const further = await createFor(id);
      expect(await identities.list(whole)).toMatchObject([{ id, credentials: [{ id: further.id }] }]);
    });

    it('finds none that is unknown, ended, or of another organization', async () => {
      const { id, serviceIdentityId } = await create(credentials);
      const foreign = store.forOrg(`other-${orgId}`);
      const change = changing('rename', serviceIdentityId);
      expect(await foreign.rename(serviceIdentityId, 'Stolen', change)).toBeUndefined();
      await credentials.revoke(id, revoking());
      expect(await rename(serviceIdentityId)).toBeUndefined();
      expect(await rename(randomUUID())).toBeUndefined();
      expect(await auditOf(serviceIdentityId)).toEqual([]);
    });
  });

  describe('a deletion', () => {
    it('ends an unused identity at once, with its audit row', async () => {
      const id = await createUnused();
      expect(await remove(id)).toBe('deleted');
      expect(await listedIds()).toEqual([]);
      expect(await credentials.findServiceIdentity(id)).toBeUndefined();
      expect(await rename(id)).toBeUndefined();
      await expect(beginCreation(credentials, draftFor(id))).rejects.toThrow('no-identity');
      const [, ...rows] = await auditOf(id);
      expect(rows).toEqual([[orgId, 'service-identities:delete', 'done', laterBy(5_000)]]);
    });

    it('finds none that is deleted, ended, unknown, or of another organization', async () => {
      const id = await createUnused();
      expect(await remove(id, store.forOrg(`other-${orgId}`))).toBe('unknown');
      expect(await remove(id)).toBe('deleted');
      expect(await remove(id)).toBe('unknown');
      const ended = await create(credentials);
      await credentials.revoke(ended.id, revoking());
      expect(await remove(ended.serviceIdentityId)).toBe('unknown');
      expect(await remove(randomUUID())).toBe('unknown');
      expect(await auditOf(ended.serviceIdentityId)).toEqual([]);
    });

    it('is refused while a credential uses the identity, named or not', async () => {
      const { serviceIdentityId: id } = await create(credentials);
      expect(await remove(id)).toBe('used');
      await rename(id);
      expect(await remove(id)).toBe('used');
      expect(await auditOf(id)).toHaveLength(1);
    });

    it('is refused while a credential is being created for the identity', async () => {
      const id = await createUnused();
      const intent = await beginCreation(credentials, draftFor(id));
      expect(await remove(id)).toBe('used');
      await credentials.abandon(intent, laterBy(1));
      expect(await remove(id)).toBe('deleted');
    });

    it('waits for a creation that has begun, which then holds', async () => {
      const id = await createUnused();
      const blocker = await blocking('SELECT FROM service_identities WHERE id = $1 FOR KEY SHARE', [id]);
      await blocker.query(
        `INSERT INTO m2m_credentials (id, org_id, name, type, service_identity_id, created_at, last_rotated_at)
         VALUES ($1, $2, '', 'client_secret', $3, $4, $4)`,
        [randomUUID(), orgId, id, laterBy(0)],
      );
      const removed = remove(id);
      await waiting(stores, 1);
      await blocker.query('COMMIT');
      blocker.release();
      expect(await removed).toBe('used');
    });

    it('holds before a creation that begins after it', async () => {
      const id = await createUnused();
      const blocker = await blocking('SELECT FROM service_identities WHERE id = $1 FOR UPDATE', [id]);
      await blocker.query('UPDATE service_identities SET is_kept = false WHERE id = $1', [id]);
      const begun = credentials.beginCreation(draftFor(id), beginningOf('m2m-credentials:create'));
      await waiting(stores, 1);
      await blocker.query('COMMIT');
      blocker.release();
      expect(await begun).toEqual({ kind: 'no-identity' });
    });

    it('is done by one of fifty concurrent requests', async () => {
      const id = await createUnused();
      const results = await Promise.all(Array.from({ length: 50 }, () => remove(id)));
      expect(results.filter((result) => result === 'deleted')).toHaveLength(1);
      expect(results.filter((result) => result === 'unknown')).toHaveLength(49);
      expect(await auditOf(id)).toHaveLength(2);
    });
  });
});
