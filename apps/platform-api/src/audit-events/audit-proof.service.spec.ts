import {
  type AuditLeaf,
  AuditTrees,
  type EarlierTree,
  hashOfContent,
  type LeafContent,
  type OrgAuditTree,
  parseProofLine,
  type ProofLine,
  type TreeHead,
} from '@governance/iam';
import { machineOf } from '@governance/iam/spec';
import { StoreUnavailable } from '@governance/kernel';
import { text } from 'node:stream/consumers';
import { sinceTooLarge } from './audit-event-problems';
import { AuditProofService } from './audit-proof.service';

const caller = machineOf('org_acme');
const content: LeafContent = Array.from({ length: 15 }, () => 'member');

/** The tree of one organization. Records each read. */
class Tree extends AuditTrees implements OrgAuditTree {
  readonly reads: number[] = [];
  requests = 0;
  size = 0;
  /** The number of the read that fails. */
  failing = 0;

  due(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  requested(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  requestSeal(): Promise<void> {
    this.requests += 1;
    return Promise.resolve();
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

  signedHeads(from: number): Promise<readonly string[]> {
    return Promise.resolve([`from ${from} after ${this.reads.length} reads`]);
  }

  earlier(size: number): Promise<EarlierTree | undefined> {
    return Promise.resolve(size <= this.size ? { size, subtrees: [hashOfContent(content)] } : undefined);
  }
}

describe('AuditProofService', () => {
  let tree: Tree;
  let service: AuditProofService;
  beforeEach(() => {
    tree = new Tree();
    service = new AuditProofService(tree);
  });

  async function linesSince(since: number): Promise<readonly (ProofLine | undefined)[]> {
    return (await text(await service.export(caller, since))).trimEnd().split('\n').map(parseProofLine);
  }

  it.each([
    [0, [0]],
    [499, [0]],
    [500, [0, 500]],
    [1_200, [0, 500, 1_000]],
  ])('exports %i leaves after the start and the heads, which are read before them', async (size, reads) => {
    tree.size = size;
    const lines = await linesSince(0);
    expect(lines.map((line) => line?.kind)).toEqual([
      'start',
      'head',
      ...Array.from({ length: size }, () => 'leaf'),
    ]);
    expect([lines[0], lines[1], tree.reads]).toEqual([
      { kind: 'start', orgId: 'org_acme' },
      { kind: 'head', jws: 'from 0 after 0 reads' },
      reads,
    ]);
  });

  it('goes on from an earlier tree, without its leaves and the heads before', async () => {
    tree.size = 1_200;
    const [start, head, ...leaves] = await linesSince(512);
    const earlier = { size: 512, subtrees: [hashOfContent(content)] };
    expect([start, head]).toEqual([
      { kind: 'start', orgId: 'org_acme', earlier },
      { kind: 'head', jws: 'from 512 after 0 reads' },
    ]);
    expect(leaves).toHaveLength(688);
    expect([leaves[0], tree.reads]).toMatchObject([{ kind: 'leaf', index: 512 }, [512, 1_012]]);
    expect(await linesSince(1_024)).toHaveLength(2 + 176);
  });

  it('refuses to go on from a larger tree than its own', async () => {
    tree.size = 7;
    await expect(service.export(caller, 8)).rejects.toEqual(sinceTooLarge());
  });

  it('asks for a tree head of the events so far', async () => {
    await text(await service.export(caller, 0));
    expect(tree.requests).toBe(1);
  });

  it('reads no further than its reader', async () => {
    tree.size = 100_000;
    const chunks = (await service.export(caller, 0))[Symbol.asyncIterator]();
    for (let taken = 1; taken <= 5; taken++) {
      await chunks.next();
      expect(tree.reads.length).toBeLessThanOrEqual(taken + 2);
    }
    await chunks.return?.();
  });

  it('rejects while the store is unavailable, and breaks off when that happens later', async () => {
    tree.size = 1_200;
    tree.failing = 1;
    await expect(service.export(caller, 0)).rejects.toThrow(StoreUnavailable);
    tree.failing = 4;
    await expect(text(await service.export(caller, 0))).rejects.toThrow(StoreUnavailable);
  });
});
