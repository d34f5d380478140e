import { AuditProof, type ProofFindings, proofLineOf, type TreeHead } from '@governance/iam';
import { StoreUnavailable } from '@governance/kernel';
import { opened } from '@governance/testing';
import { subtreeCount, tileWidth } from '@governance/transparency';
import { contextOf } from '../../spec/credential-fixtures';
import { laterBy, noon, openTestStores } from '../../spec/fixtures';
import { AuditTileReader } from './audit-tile-reader';
import { PostgresAuditTrail } from './postgres-audit-trail';
import { PostgresAuditTrees } from './postgres-audit-trees';
import { PostgresTreeHeads } from './postgres-tree-heads';

const orgId = 'acme';
/** Leaves of deleted events, which fill tiles of three levels. */
const many = 70_000;

describe('a proof of audit events since an earlier head, of a large tree', () => {
  const stores = opened(openTestStores, [beforeEach, afterEach]);
  let trees: PostgresAuditTrees;
  let earlier: TreeHead;
  let last: TreeHead;

  beforeEach(async () => {
    trees = new PostgresAuditTrees(stores.database);
    await stores.sql(`
      INSERT INTO audit_leaves (org_id, leaf_index, trail_id, hash)
      SELECT '${orgId}', n, -1 - n, sha256(n::text::bytea) FROM generate_series(0, ${many - 1}) AS n`);
    await stores.sql('ANALYZE audit_leaves');
    earlier = await signedHead(1);
    last = await signedHead(5);
  });

  /** Signed after this many more events. */
  async function signedHead(events: number): Promise<TreeHead> {
    const trail = new PostgresAuditTrail(stores.database);
    const entry = { at: noon, outcome: 'refused', reason: 'not_found' } as const;
    for (let n = 0; n < events; n++)
      await trail.append({ ...contextOf('m2m-credentials:rename', { orgId }), ...entry });
    const head = await trees.seal(orgId, laterBy(events));
    if (!head) throw new Error('there is a new event');
    await new PostgresTreeHeads(stores.database).keep(head, `head of ${head.size}`);
    return head;
  }

  async function linesSince(size: number): Promise<readonly string[]> {
    const tree = trees.forOrg(orgId);
    const heads = await tree.signedHeads(size);
    const leaves = await tree.leaves(size, 1_000);
    return [
      proofLineOf({ kind: 'start', orgId, earlier: await tree.earlier(size) }),
      ...heads.map((jws) => proofLineOf({ kind: 'head', jws })),
      ...leaves.map((leaf) => proofLineOf({ kind: 'leaf', ...leaf })),
    ];
  }

  /** As a reader finds it who has the earlier head. */
  async function check(lines: readonly string[]): Promise<ProofFindings> {
    const headOf = (jws: string): TreeHead => (jws === `head of ${last.size}` ? last : earlier);
    const proof = new AuditProof((jws) => Promise.resolve(headOf(jws)), { orgId, heads: [earlier] });
    for (const line of lines) await proof.take(line);
    return proof.findings();
  }

  it('has the events since then, and reads one tile of each level for all before', async () => {
    const read = jest.spyOn(AuditTileReader.prototype, 'read');
    const lines = await linesSince(earlier.size);
    const wanted = read.mock.calls.map(([tiles]) => tiles.map(({ level }) => level));
    const hashes = (
      await Promise.all(read.mock.results.map(({ value }) => value as Promise<readonly Buffer[]>))
    )
      .flat()
      .reduce((sum, { length }) => sum + length / 32, 0);
    read.mockRestore();
    expect(wanted).toEqual([[2, 1, 0]]);
    expect(hashes).toBeLessThanOrEqual(3 * tileWidth);
    expect(lines).toHaveLength(1 + 2 + 5);
    expect(lines[0]?.match(/"[0-9a-f]{64}"/g)).toHaveLength(subtreeCount(many + 1));
    expect(lines.join('').length).toBeLessThan(5_000);
    expect(await check(lines)).toMatchObject({
      outcome: 'genuine',
      head: last,
      facts: expect.arrayContaining([
        `Checked 5 events of ${orgId} after the first ${many + 1} (0 deleted)`,
      ]) as unknown,
    });
  });

  it('is whole from every place of the tree', async () => {
    for (const size of [1, 255, 256, 257, 65_535, 65_536, 65_537, many + 1]) {
      const tree = await trees.forOrg(orgId).earlier(size);
      expect(tree?.subtrees).toHaveLength(subtreeCount(size));
    }
    expect(await trees.forOrg(orgId).earlier(many + 7)).toBeUndefined();
    expect(await trees.forOrg('globex').earlier(1)).toBeUndefined();
  });

  it('names an event that was changed, removed or reordered § 10.5q', async () => {
    const place = earlier.size + 2;
    const swap = `
      UPDATE audit_leaves SET leaf_index = -1 - leaf_index WHERE leaf_index BETWEEN ${place} AND ${place + 1};
      UPDATE audit_leaves SET leaf_index = ${2 * place + 2} + leaf_index WHERE leaf_index < 0`;
    await stores.sql('ALTER TABLE audit_leaves DROP CONSTRAINT audit_leaves_leaf_index_check');
    for (const half of swap.split(';')) await stores.sql(half);
    expect(await check(await linesSince(earlier.size))).toMatchObject({
      outcome: 'tampered',
      problems: [expect.stringContaining(`Events ${earlier.size} to ${last.size - 1} are not those`)],
    });
    await stores.sql(`DELETE FROM audit_leaves WHERE leaf_index = ${place}`);
    expect(await check(await linesSince(earlier.size))).toMatchObject({
      problems: [`Event ${place} was removed`],
    });
    await stores.sql('ALTER TABLE audit_trail DISABLE TRIGGER append_only');
    await stores.sql(
      `UPDATE audit_trail SET outcome = 'done', reason = NULL WHERE id = (SELECT max(id) FROM audit_trail)`,
    );
    expect((await check(await linesSince(earlier.size))).problems).toContainEqual(
      expect.stringMatching(`^Event ${last.size - 1} was changed: m2m-credentials:rename`),
    );
  });

  it('names a rewrite of what it leaves out, with tiles that were made again § 10.5q', async () => {
    await stores.sql(`UPDATE audit_leaves SET hash = sha256('other') WHERE leaf_index = 7`);
    await stores.sql('DELETE FROM audit_tree_tiles');
    await expect(trees.forOrg(orgId).earlier(earlier.size)).rejects.toThrow(StoreUnavailable);
    await trees.seal(orgId, noon);
    expect(await check(await linesSince(earlier.size))).toMatchObject({
      outcome: 'tampered',
      problems: [
        expect.stringMatching(
          `^Events 0 to ${many} are not those of the tree head of .+ in the earlier proof: the history was rewritten$`,
        ),
      ],
    });
  });
});
