import { type ClientFilter, type ClientLine, type OrgClient, type OrgClients } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { clientOf, writingClient } from '../../spec/client-fixtures';
import { rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, openTestStores } from '../../spec/fixtures';
import { PostgresPersonalDataStore } from '../addresses/postgres-personal-data.store';
import { PostgresOrgClientStore } from './postgres-org-client.store';

const all: ClientFilter = { words: undefined, tag: undefined, ownerId: undefined, isArchived: undefined };
const whole = { limit: 100, after: undefined };

describe('PostgresOrgClientStore', () => {
  const stores = opened(openTestStores);
  let orgId: string;
  let ours: OrgClients;
  let theirs: OrgClients;
  beforeEach(() => {
    orgId = `org-${randomUUID()}`;
    const store = new PostgresOrgClientStore(stores.database, stores.keyring, 5);
    [ours, theirs] = [store.forViewer(everythingOf(orgId)), store.forViewer(everythingOf(`other-${orgId}`))];
  });

  const create = async (overrides: Partial<OrgClient> = {}, by = ours): Promise<OrgClient> => {
    const client = clientOf(overrides);
    expect(await by.create(client, writingClient('create', orgId))).toEqual(client);
    return client;
  };
  const change = (id: string, members: Parameters<OrgClients['change']>[1], by = ours) =>
    by.change(id, members, writingClient('update', orgId, laterBy(1_000)));
  const idsOf = async (filter: Partial<ClientFilter> = {}, by = ours): Promise<string[]> =>
    (await by.list(whole, { ...all, ...filter })).map(({ id }) => id);
  const found = (...words: string[]): Promise<string[]> => idsOf({ words: new Set(words) });
  const wordsOf = async (id: string): Promise<number> =>
    (await stores.sql('SELECT FROM org_client_words WHERE client_id = $1', [id])).length;

  it('keeps every member of a client, with an audit row of each write', async () => {
    const full = {
      reference: 'CW-1042',
      domain: 'globex.example',
      tags: ['gold', 'zürich'],
      ownerId: 'user_ada',
      isArchived: true,
    };
    const [client, bare] = [
      await create(full),
      await create({ contactName: undefined, contactEmail: undefined, createdAt: laterBy(1) }),
    ];
    expect(await ours.list(whole, all)).toEqual([bare, client]);
    expect(await ours.find(client.id)).toEqual(client);
    await change(client.id, { name: 'Globex GmbH' });
    await ours.delete(client.id, writingClient('delete', orgId, laterBy(2_000)));
    const trail = await stores.sql('SELECT * FROM audit_trail WHERE target = $1 ORDER BY id', [client.id]);
    expect(trail.map((row) => [row.org_id, row.operation, row.outcome, row.at])).toEqual([
      [orgId, 'org-clients:create', 'done', client.createdAt],
      [orgId, 'org-clients:update', 'done', laterBy(1_000)],
      [orgId, 'org-clients:delete', 'done', laterBy(2_000)],
    ]);
  });

  it('stores no name, contact or word that can be read § 10.18ah', async () => {
    await create({ name: 'Initech', contactName: 'Bill Lumbergh', contactEmail: 'bill@initech.example' });
    const rows = await stores.sql(
      `SELECT to_jsonb(client) || jsonb_build_object('words', (
         SELECT jsonb_agg(to_jsonb(word)) FROM org_client_words AS word WHERE client_id = client.id)) AS stored
       FROM org_clients AS client WHERE org_id = $1`,
      [orgId],
    );
    const bytes = JSON.stringify(rows).replaceAll(/\\\\x([0-9a-f]*)/g, (_, hex: string) =>
      Buffer.from(hex, 'hex').toString('latin1'),
    );
    expect(rows).toHaveLength(1);
    expect(bytes).not.toMatch(/initech|bill|lumbergh/i);
  });

  it('changes the given members, and clears those that are null', async () => {
    const client = await create({ reference: 'A-1', tags: ['gold'] });
    const after = { ...client, name: 'Hooli', contactName: undefined, tags: [], updatedAt: laterBy(1_000) };
    expect(await change(client.id, { name: 'Hooli', contactName: null, tags: [] })).toEqual(after);
    expect(await ours.find(client.id)).toEqual(after);
    expect([await found('globex'), await found('hooli')]).toEqual([[client.id], [client.id]]);
    expect([await found('muster'), await found('eva')]).toEqual([[], [client.id]]);
  });

  it('keeps concurrent changes of different members', async () => {
    const { id } = await create();
    await Promise.all([
      change(id, { name: 'Hooli' }),
      change(id, { domain: 'hooli.example' }),
      change(id, { tags: ['gold'] }),
      change(id, { ownerId: 'user_ada' }),
    ]);
    const after = { name: 'Hooli', domain: 'hooli.example', tags: ['gold'], ownerId: 'user_ada' };
    expect(await ours.find(id)).toMatchObject(after);
  });

  it('gives a reference once in an organization, also to thirty concurrent writes', async () => {
    const one = await create({ reference: 'A-1' });
    await create({ reference: 'A-1' }, theirs);
    const another = clientOf({ reference: 'A-1' });
    expect(await ours.create(another, writingClient('create', orgId))).toBe('taken');
    const other = await create({ reference: 'A-2' });
    expect(await change(other.id, { reference: 'A-1' })).toBe('taken');
    expect(await change(one.id, { reference: 'A-1' })).toMatchObject({ reference: 'A-1' });
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        ours.create(clientOf({ reference: 'A-3' }), writingClient('create', orgId)),
      ),
    );
    expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(29);
  });

  it('keeps no more clients than the quota, by thirty concurrent creations too § 10.18p', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => ours.create(clientOf(), writingClient('create', orgId))),
    );
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(25);
    const [first = ''] = await idsOf();
    await ours.delete(first, writingClient('delete', orgId));
    await create();
    await create({}, theirs);
  });

  it('shows, changes and deletes none of another organization § 10.18ae', async () => {
    const { id } = await create({ tags: ['gold'] });
    expect(await theirs.find(id)).toBeUndefined();
    expect(await idsOf({ tag: 'gold' }, theirs)).toEqual([]);
    expect(await idsOf({ words: new Set(['globex']) }, theirs)).toEqual([]);
    expect(await change(id, { name: 'Theirs' }, theirs)).toBe('unknown');
    expect(await theirs.delete(id, writingClient('delete'))).toBe(false);
    expect(await ours.find(id)).toMatchObject({ name: 'Globex Ltd' });
  });

  it('lists pages, newest first, and by tag, owner and whether it is archived', async () => {
    const ids: string[] = [];
    for (const [ms, overrides] of [
      [1, { tags: ['gold', 'eu'], ownerId: 'user_ada' }],
      [3, { tags: ['gold'], isArchived: true }],
      [2, { ownerId: 'user_ada', isArchived: true }],
    ] as const)
      ids.push((await create({ createdAt: laterBy(ms), ...overrides })).id);
    const [one = '', three = '', two = ''] = ids;
    const [newest] = await ours.list({ limit: 1, after: undefined }, all);
    expect(newest?.id).toBe(three);
    expect((await ours.list({ limit: 5, after: newest }, all)).map(({ id }) => id)).toEqual([two, one]);
    expect(await idsOf({ tag: 'gold' })).toEqual([three, one]);
    expect(await idsOf({ ownerId: 'user_ada' })).toEqual([two, one]);
    expect(await idsOf({ isArchived: true })).toEqual([three, two]);
    expect(await idsOf({ isArchived: false, tag: 'eu', ownerId: 'user_ada' })).toEqual([one]);
    expect(await idsOf({ isArchived: false, tag: 'eu', ownerId: 'user_bob' })).toEqual([]);
  });

  describe('a search', () => {
    it('finds whole words of name, reference, domain and contact, all of them, and no parts', async () => {
      const one = await create({ name: 'Zürich Café', reference: 'CW-1042', domain: 'zc.example' });
      const two = await create({ name: 'Zurich Bank', contactName: undefined, contactEmail: undefined });
      expect((await found('zurich')).toSorted()).toEqual([one.id, two.id].toSorted());
      for (const words of [['cafe'], ['cw', '1042'], ['zc'], ['muster'], ['eva', 'cafe', 'globex']])
        expect([words, await found(...words)]).toEqual([words, [one.id]]);
      for (const words of [['zuri'], ['zurich', 'hooli'], ['104'], ['bank', 'cafe']])
        expect([words, await found(...words)]).toEqual([words, []]);
      expect(await idsOf({ words: new Set(['zurich']), isArchived: true })).toEqual([]);
    });

    it('finds clients of earlier key versions, and has other hashes for each organization', async () => {
      const before = await create();
      const later = new PostgresOrgClientStore(stores.database, stores.rotateKeys(), 5);
      const rotated = later.forViewer(everythingOf(orgId));
      const after = await create({ createdAt: laterBy(1) }, rotated);
      await create({}, later.forViewer(everythingOf(`other-${orgId}`)));
      expect(await idsOf({ words: new Set(['globex', 'eva']) }, rotated)).toEqual([after.id, before.id]);
      await change(before.id, { tags: ['gold'] }, rotated);
      expect(await idsOf({ words: new Set(['globex']) }, rotated)).toEqual([after.id, before.id]);
      const repeated = await stores.sql(
        `SELECT word FROM org_client_words WHERE org_id = ANY ($1) GROUP BY word HAVING count(DISTINCT org_id) > 1`,
        [[orgId, `other-${orgId}`]],
      );
      expect(repeated).toEqual([]);
    });

    it('opens the names of the page alone, in a list of hundreds too § 10.18ag', async () => {
      let opens = 0;
      const counting = new Proxy(stores.keyring, {
        get: (keyring, name) => {
          if (name === 'open') opens += 1;
          const member: unknown = Reflect.get(keyring, name);
          return typeof member === 'function' ? (member.bind(keyring) as unknown) : member;
        },
      });
      const many = new PostgresOrgClientStore(stores.database, counting, 1_000).forViewer(
        everythingOf(orgId),
      );
      for (let n = 0; n < 300; n += 1) await create({ name: `Client ${n}` }, many);
      for (const words of [undefined, new Set(['client']), new Set(['globex', 'eva'])]) {
        opens = 0;
        expect(await many.list({ limit: 20, after: undefined }, { ...all, words })).toHaveLength(20);
        // The name, the name of the contact, and its address.
        expect(opens).toBe(60);
      }
    });

    it('reads the index of words, as the program that row-level security holds', async () => {
      const { id } = await create();
      await stores.sql(
        `INSERT INTO org_client_words SELECT $1, decode(md5(n::text), 'hex'), $2, false FROM generate_series(1, 20000) AS n`,
        [orgId, id],
      );
      await stores.sql('ANALYZE org_client_words');
      const plan = await rowsSeen(
        stores.testDatabase.url,
        `EXPLAIN SELECT client_id FROM org_client_words
         WHERE org_id = '${orgId}' AND word = ANY (ARRAY['\\x01', '\\x02']::bytea[])`,
        { orgId },
      );
      expect(JSON.stringify(plan)).toMatch(/Index Cond: .*word = ANY/);
    });
  });

  it('imports lines one after the other, with an audit row for each client that they write § 10.18as', async () => {
    const [known, same] = [await create({ reference: 'A-1' }), await create({ reference: 'A-2' })];
    const foreign = await create({ reference: 'A-3' }, theirs);
    const line = (change: ClientLine['change'], id?: string) => ({ id, change, newId: randomUUID() });
    const lines = [
      line({ name: 'Hooli', reference: 'A-1' }),
      line({ name: same.name, reference: 'A-2' }),
      line({ name: 'Initech', reference: 'A-3' }),
      line({ name: 'Theirs' }, foreign.id),
      line({ tags: ['gold'] }, known.id),
    ];
    const write = writingClient('import', orgId, laterBy(1_000));
    expect((await ours.import(lines, write)).map((each) => each.outcome)).toEqual([
      'updated',
      'unchanged',
      'created',
      'unknown',
      'updated',
    ]);
    expect(await ours.find(known.id)).toMatchObject({
      name: 'Hooli',
      tags: ['gold'],
      updatedAt: laterBy(1_000),
    });
    expect(await ours.find(same.id)).toEqual(same);
    expect(await theirs.find(foreign.id)).toEqual(foreign);
    expect([await found('hooli'), (await found('initech')).length]).toEqual([[known.id], 1]);
    const trail = await stores.sql(
      `SELECT target FROM audit_trail WHERE org_id = $1 AND operation = 'org-clients:import'`,
      [orgId],
    );
    expect(trail.map(({ target }) => target).toSorted()).toEqual(
      [known.id, ...(await found('initech'))].toSorted(),
    );
  });

  it('is deleted with its names, its contact and its words § 10.18y', async () => {
    const [client, kept] = [await create(), await create()];
    expect(await wordsOf(client.id)).toBeGreaterThan(3);
    expect(await ours.delete(client.id, writingClient('delete', orgId))).toBe(true);
    expect(await ours.delete(client.id, writingClient('delete', orgId))).toBe(false);
    expect(await stores.sql('SELECT FROM org_clients WHERE id = $1', [client.id])).toEqual([]);
    expect([await wordsOf(client.id), await found('globex')]).toEqual([0, [kept.id]]);
  });

  it('loses the contact by an erasure of its address in any spelling, in every organization § 10.18af', async () => {
    const [client, other] = [
      await create({ name: 'Muster AG' }),
      await create({ contactEmail: 'other@globex.example' }),
    ];
    const foreign = await create({}, theirs);
    await new PostgresPersonalDataStore(stores.database, stores.keyring).erase('Eva+x@GLOBEX.example');
    const erased = { ...client, contactName: undefined, contactEmail: undefined };
    expect(await ours.find(client.id)).toEqual(erased);
    expect(await theirs.find(foreign.id)).toMatchObject({ name: 'Globex Ltd', contactEmail: undefined });
    expect(await ours.find(other.id)).toEqual(other);
    // A word of the client's own name stays.
    expect([await found('muster'), await found('eva')]).toEqual([
      expect.arrayContaining([client.id, other.id]),
      [other.id],
    ]);
    const sealed = await stores.sql(
      `SELECT FROM org_clients WHERE id = $1 AND num_nonnulls(contact_name, contact_email, contact_email_mac) > 0`,
      [client.id],
    );
    expect(sealed).toEqual([]);
  });
});
