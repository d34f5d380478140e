import {
  type AuditLeaf,
  AuditTrees,
  hashOfContent,
  type LeafContent,
  type OrgAuditTree,
  parseProofLine,
  type TreeHead,
} from '@governance/iam';
import { machineOf } from '@governance/iam/spec';
import { StoreUnavailable } from '@governance/kernel';
import { text } from 'node:stream/consumers';
import { AuditProofService } from './audit-proof.service';

const caller = machineOf('org_acme');
const content: LeafContent = Array.from({ length: 15 }, () => 'member');

/** The tree of one organization. Records each read. */
class Tree extends AuditTrees implements OrgAuditTree {
  readonly reads: number[] = [];
  size = 0;
  /** The number of the read that fails. */
  failing = 0;

  due(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  seal(): Promise<TreeHead | undefined> {
    return Promise.resolve(undefined);
  }

  forOrg(orgId: string): OrgAuditTree {
    expect(orgId).toBe('org_acme');
    return this;
  }

  leaves(from: number, limit: number): Promise<readonly AuditLeaf[]> {
    this.reads.push(from);
    if (this.reads.length === this.failing) return Promise.reject(new StoreUnavailable());
    const length = Math.min(limit, this.size - from);
    return Promise.resolve(
      Array.from({ length }, (_, n) => ({ index: from + n, content, hash: hashOfContent(content) })),
    );
  }

  signedHeads(size: number): Promise<readonly string[]> {
    return Promise.resolve([`of at most ${size}`]);
  }
}

describe('AuditProofService', () => {
  let tree: Tree;
  let service: AuditProofService;
  beforeEach(() => {
    tree = new Tree();
    service = new AuditProofService(tree);
  });

  it.each([
    [0, [0]],
    [499, [0]],
    [500, [0, 500]],
    [1_200, [0, 500, 1_000]],
  ])('exports %i leaves between the start and the heads of no larger tree', async (size, reads) => {
    tree.size = size;
    const lines = (await text(await service.export(caller))).trimEnd().split('\n').map(parseProofLine);
    expect(lines.map((line) => line?.kind)).toEqual([
      'start',
      ...Array.from({ length: size }, () => 'leaf'),
      'head',
    ]);
    expect([lines[0], lines.at(-1), tree.reads]).toEqual([
      { kind: 'start', orgId: 'org_acme' },
      { kind: 'head', jws: `of at most ${size}` },
      reads,
    ]);
  });

  it('reads no further than its reader', async () => {
    tree.size = 100_000;
    const chunks = (await service.export(caller))[Symbol.asyncIterator]();
    for (let taken = 1; taken <= 5; taken++) {
      await chunks.next();
      expect(tree.reads.length).toBeLessThanOrEqual(taken + 2);
    }
    await chunks.return?.();
  });

  it('rejects while the store is unavailable, and breaks off when that happens later', async () => {
    tree.size = 1_200;
    tree.failing = 1;
    await expect(service.export(caller)).rejects.toThrow(StoreUnavailable);
    tree.failing = 4;
    await expect(text(await service.export(caller))).rejects.toThrow(StoreUnavailable);
  });
});
