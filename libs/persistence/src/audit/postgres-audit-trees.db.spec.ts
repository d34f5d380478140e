import { opened } from '@governance/testing';
import { AuditProof, hashOfContent, proofLineOf } from '@governance/iam';
import { GrowingTree, isExtension, MissingTile } from '@governance/transparency';
import { contextOf, rowsSeen } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { PostgresAuditHousekeeping } from './postgres-audit-housekeeping';
import { PostgresAuditTrail } from './postgres-audit-trail';
import { PostgresAuditTrees } from './postgres-audit-trees';
import { PostgresTreeHeads } from './postgres-tree-heads';

const now = new Date();

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

describe('PostgresAuditTrees', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let trees: PostgresAuditTrees;
  let heads: PostgresTreeHeads;

  beforeEach(() => {
    trees = new PostgresAuditTrees(stores.database);
    heads = new PostgresTreeHeads(stores.database);
  });

  async function append(count: number, organization: string | null = 'acme', at = noon): Promise<void> {
    const trail = new PostgresAuditTrail(stores.database);
    const orgId = organization ?? undefined;
    const entry = { at, outcome: 'refused', reason: 'not_found' } as const;
    for (let n = 0; n < count; n++) {
      const target = n % 2 === 0 ? undefined : `target-${n}`;
      await trail.append({ ...contextOf('m2m-credentials:rename', { orgId, target }), ...entry });
    }
  }

  const leavesOf = (orgId = 'acme') => trees.forOrg(orgId).leaves(0, 10_000);

  it('adds each event once, in the order of the trail, with a salt of its own', async () => {
    await append(3);
    const first = await trees.seal('acme', noon);
    await append(2);
    const second = await trees.seal('acme', laterBy(1));
    const leaves = await leavesOf();
    expect([first?.size, second?.size]).toEqual([3, 5]);
    expect(leaves.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    for (const { content, hash } of leaves) expect(hashOfContent(content ?? [])).toEqual(hash);
    const ids = await stores.sql('SELECT event_id FROM audit_trail ORDER BY id');
    expect(leaves.map(({ content }) => content?.[3])).toEqual(ids.map(({ event_id: id }) => id));
    expect(new Set(leaves.map(({ content }) => content?.[2])).size).toBe(5);
    expect(await trees.forOrg('acme').leaves(3, 1)).toEqual([leaves[3]]);
    const tree = new GrowingTree();
    for (const { hash } of leaves) tree.append(hash);
    expect(second).toEqual({ orgId: 'acme', size: 5, root: Buffer.from(tree.root()), at: laterBy(1) });
  });

  it('makes no head without a new event, and no leaf of an event without an organization', async () => {
    await append(1, null);
    expect(await trees.seal('acme', noon)).toBeUndefined();
    await append(1);
    expect(await trees.seal('acme', noon)).toMatchObject({ size: 1 });
    expect(await trees.seal('acme', noon)).toBeUndefined();
    expect(await stores.sql('SELECT FROM unsealed_audit_events')).toEqual([]);
  });

  /** Adds events of one organization to its queue, many at once. */
  async function appendMany(count: number): Promise<void> {
    await append(1);
    const insert = `
      INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome)
      SELECT at, 'acme', actor_kind, actor_issuer, actor_subject, operation, request_id, outcome
      FROM (SELECT * FROM audit_trail LIMIT 1) AS one, generate_series(2, ${count})`;
    await stores.sql(insert);
  }

  async function rootOfAll(): Promise<Buffer> {
    const tree = new GrowingTree();
    for (const { hash } of await leavesOf()) tree.append(hash);
    return Buffer.from(tree.root());
  }

  it('adds more events than fit in one batch, and goes on from a tree of more leaves than that', async () => {
    await appendMany(2_301);
    expect(await trees.seal('acme', noon)).toMatchObject({ size: 2_301, root: await rootOfAll() });
    await append(1);
    const head = await trees.seal('acme', laterBy(1));
    expect(head).toMatchObject({ size: 2_302, root: await rootOfAll() });
  });

  it('grows from the last tiles, without the leaves of complete ones', async () => {
    await appendMany(600);
    await trees.seal('acme', noon);
    const before = await leavesOf();
    await stores.sql('DELETE FROM audit_leaves WHERE leaf_index < 512');
    await append(1);
    const head = await trees.seal('acme', laterBy(1));
    const tree = new GrowingTree();
    for (const { hash } of [...before, ...(await leavesOf()).slice(-1)]) tree.append(hash);
    expect(head).toMatchObject({ size: 601, root: Buffer.from(tree.root()) });
  });

  it('shows its signer that a head extends an earlier one', async () => {
    await appendMany(600);
    const earlier = await trees.seal('acme', noon);
    await append(1);
    await append(3, 'globex');
    const head = await trees.seal('acme', laterBy(1));
    await trees.seal('globex', noon);
    if (!earlier || !head) throw new Error('there are two heads');
    const path = await heads.consistencyPath(head, earlier.size);
    expect(isExtension(earlier, path, head)).toBe(true);
    await stores.sql(`UPDATE audit_leaves SET hash = sha256('other') WHERE leaf_index = 599`);
    const other = await heads.consistencyPath(head, earlier.size);
    expect(isExtension(earlier, other, head)).toBe(false);
    await expect(heads.consistencyPath({ ...head, orgId: 'globex' }, 600)).rejects.toThrow(MissingTile);
  });

  it('makes the tiles that an earlier release left out', async () => {
    await appendMany(600);
    await trees.seal('acme', noon);
    const tiles = 'SELECT level, tile_index, hashes FROM audit_tree_tiles';
    const made = await stores.sql(tiles);
    expect(made).toMatchObject([{ level: 1, tile_index: 0 }]);
    await stores.sql('DELETE FROM audit_tree_tiles');
    expect(await trees.seal('acme', laterBy(1))).toBeUndefined();
    expect(await stores.sql(tiles)).toEqual(made);
  });

  it('loses no event: one leaves the queue only as a leaf', async () => {
    await append(2);
    const lost = 'DELETE FROM unsealed_audit_events RETURNING 1';
    for (const as of [{ orgId: 'acme' }, { scope: 'operator' }])
      await expect(rowsSeen(stores.testDatabase.url, lost, as)).rejects.toThrow('only as a leaf');
    expect(await trees.seal('acme', now)).toMatchObject({ size: 2 });
  });

  it('answers the request of an organization once, with the events so far', async () => {
    await append(1, 'acme');
    await append(1, 'globex');
    expect(await trees.requested()).toEqual([]);
    await trees.forOrg('acme').requestSeal();
    await trees.forOrg('acme').requestSeal();
    expect(await trees.requested()).toEqual(['acme']);
    await trees.seal('globex', noon);
    expect(await trees.requested()).toEqual(['acme']);
    await trees.seal('acme', noon);
    expect(await trees.requested()).toEqual([]);
  });

  it('is sealed by several programs at once as by one', async () => {
    await append(20);
    const sealed = await Promise.all([1, 2, 3, 4].map(() => trees.seal('acme', noon)));
    expect(sealed.filter((head) => head !== undefined)).toHaveLength(1);
    expect((await leavesOf()).map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('is due for an organization with new events, unless its last head is recent', async () => {
    const dayAgo = laterBy(-86_400_000);
    await append(1, 'acme');
    await append(1, 'globex');
    expect((await trees.due(dayAgo)).toSorted()).toEqual(['acme', 'globex']);
    await trees.seal('acme', noon);
    await append(1, 'acme');
    expect(await trees.due(dayAgo)).toEqual(['globex']);
    expect((await trees.due(noon)).toSorted()).toEqual(['acme', 'globex']);
    await trees.seal('acme', laterBy(1));
    expect(await trees.due(laterBy(2))).toEqual(['globex']);
  });

  it('separates the organizations', async () => {
    await append(2, 'acme');
    await append(3, 'globex');
    expect(await trees.seal('globex', noon)).toMatchObject({ size: 3 });
    expect(await leavesOf('acme')).toEqual([]);
    expect(await trees.seal('acme', noon)).toMatchObject({ size: 2 });
    expect(await leavesOf('globex')).toHaveLength(3);
  });

  it('has heads that are signed once, and shown when they are', async () => {
    await append(1);
    await trees.seal('acme', noon);
    await append(1);
    await trees.seal('acme', laterBy(1));
    const unsigned = await heads.unsigned(10);
    expect(unsigned).toMatchObject([
      { orgId: 'acme', size: 1, at: noon },
      { orgId: 'acme', size: 2, at: laterBy(1) },
    ]);
    expect(await heads.unsigned(1)).toHaveLength(1);
    expect(await heads.unsigned(10, unsigned[0])).toEqual(unsigned.slice(1));
    const [first, second] = unsigned;
    if (!first || !second) throw new Error('there are two heads');
    await heads.keep(second, 'second');
    await heads.keep(second, 'other');
    expect(await trees.forOrg('acme').signedHeads(0)).toEqual(['second']);
    expect(unsigned.map(({ hasSigned }) => hasSigned)).toEqual([false, false]);
    expect(await heads.unsigned(10)).toMatchObject([{ size: 1, hasSigned: true }]);
    await heads.keep(first, 'first');
    expect(await trees.forOrg('acme').signedHeads(0)).toEqual(['first', 'second']);
    expect(await trees.forOrg('globex').signedHeads(0)).toEqual([]);
    expect(await heads.unsigned(10)).toEqual([]);
  });

  it('leaves only the hash of an event that retention deletes, and its proof still holds', async () => {
    await append(3, 'acme', daysAgo(401));
    await append(2, 'acme', daysAgo(1));
    const head = await trees.seal('acme', now);
    for (const unsigned of await heads.unsigned(10)) await heads.keep(unsigned, 'head');
    await new PostgresAuditHousekeeping(stores.database).removeUntil(daysAgo(400));
    const leaves = await leavesOf();
    expect(leaves.map(({ content }) => content === undefined)).toEqual([true, true, true, false, false]);
    expect((await stores.sql('SELECT * FROM audit_leaves')).every((row) => !('salt' in row))).toBe(true);
    const proof = new AuditProof(() =>
      head ? Promise.resolve(head) : Promise.reject(new Error('there is no head')),
    );
    const lines = leaves.map((leaf) => proofLineOf({ kind: 'leaf', ...leaf }));
    const ends = [proofLineOf({ kind: 'start', orgId: 'acme' }), proofLineOf({ kind: 'head', jws: 'head' })];
    for (const line of [...ends.slice(0, 1), ...lines, ...ends.slice(1)]) await proof.take(line);
    expect(proof.findings()).toMatchObject({ problems: [] });
  });

  it('queues every event, also one that is written for another scope', async () => {
    await rowsSeen(
      stores.testDatabase.url,
      `INSERT INTO audit_trail (at, org_id, actor_kind, actor_issuer, actor_subject, operation, request_id, outcome)
       VALUES (now(), 'acme', 'person', 'i', 's', 'org-invitations:deliver', 'r', 'done')
       RETURNING current_setting('governance.org_id', true) AS org`,
      { scope: 'invitation-mail' },
    );
    expect(await stores.sql('SELECT org_id FROM unsealed_audit_events')).toEqual([{ org_id: 'acme' }]);
    expect(await trees.seal('acme', noon)).toMatchObject({ size: 1 });
  });
});
