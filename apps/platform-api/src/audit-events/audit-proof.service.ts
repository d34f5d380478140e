import { type OrgCaller } from '@governance/auth-guards';
import {
  type AuditLeaf,
  AuditTrees,
  type EarlierTree,
  type OrgAuditTree,
  proofLineOf,
} from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { sinceTooLarge } from './audit-event-problems';

/** A proof holds this many leaves at once, and no connection to the database between two batches. */
const batch = 500;

/** The tree of the audit events of the caller's organization (spec 5.2.7). */
@Injectable()
export class AuditProofService {
  constructor(private readonly trees: AuditTrees) {}

  /**
   * The tree as it is, from this leaf on, and a request for a head of later events, which the next export has. Resolves after the
   * first batch: until then an outage can be answered. The reader sets the pace. Refuses a tree that is larger than ours with a `Problem`.
   */
  async export({ orgId }: OrgCaller, since: number): Promise<Readable> {
    const tree = this.trees.forOrg(orgId);
    await tree.requestSeal();
    const earlier = since > 0 ? await earlierTree(tree, since) : undefined;
    // Before the leaves: none of them is then missing for a head.
    const heads = await tree.signedHeads(since);
    const first = await tree.leaves(since, batch);
    return Readable.from(textOf(orgId, { tree, earlier, heads, first }), { objectMode: false });
  }
}

async function earlierTree(tree: OrgAuditTree, size: number): Promise<EarlierTree> {
  const earlier = await tree.earlier(size);
  if (earlier === undefined) throw sinceTooLarge();
  return earlier;
}

interface ProofParts {
  readonly tree: OrgAuditTree;
  readonly earlier: EarlierTree | undefined;
  readonly heads: readonly string[];
  readonly first: readonly AuditLeaf[];
}

async function* textOf(orgId: string, { tree, earlier, heads, first }: ProofParts): AsyncGenerator<string> {
  yield proofLineOf({ kind: 'start', orgId, earlier });
  for (const jws of heads) yield proofLineOf({ kind: 'head', jws });
  let next = earlier?.size ?? 0;
  for (let leaves = first; leaves.length > 0;) {
    yield leaves.map((leaf) => proofLineOf({ kind: 'leaf', ...leaf })).join('');
    next += leaves.length;
    leaves = leaves.length < batch ? [] : await tree.leaves(next, batch);
  }
}
