import { type OrgCaller } from '@governance/auth-guards';
import { type AuditLeaf, AuditTrees, type OrgAuditTree, proofLineOf } from '@governance/iam';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';

/** A proof holds this many leaves at once, and no connection to the database between two batches. */
const batch = 500;

/** The tree of the audit events of the caller's organization (spec 5.2.7). */
@Injectable()
export class AuditProofService {
  constructor(private readonly trees: AuditTrees) {}

  /**
   * The tree as it is, and a request for a head of later events, which the next export has. Resolves after the first batch:
   * until then an outage can be answered. The reader sets the pace.
   */
  async export({ orgId }: OrgCaller): Promise<Readable> {
    const tree = this.trees.forOrg(orgId);
    await tree.requestSeal();
    // Before the leaves: none of them is then missing for a head.
    const heads = await tree.signedHeads();
    const first = await tree.leaves(0, batch);
    return Readable.from(textOf(orgId, { tree, heads, first }), { objectMode: false });
  }
}

interface ProofParts {
  readonly tree: OrgAuditTree;
  readonly heads: readonly string[];
  readonly first: readonly AuditLeaf[];
}

async function* textOf(orgId: string, { tree, heads, first }: ProofParts): AsyncGenerator<string> {
  yield proofLineOf({ kind: 'start', orgId });
  for (const jws of heads) yield proofLineOf({ kind: 'head', jws });
  let read = 0;
  for (let leaves = first; leaves.length > 0;) {
    yield leaves.map((leaf) => proofLineOf({ kind: 'leaf', ...leaf })).join('');
    read += leaves.length;
    leaves = leaves.length < batch ? [] : await tree.leaves(read, batch);
  }
}
