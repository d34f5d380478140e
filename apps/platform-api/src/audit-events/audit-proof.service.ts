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

  /** Resolves after the first batch: until then an outage can be answered. The reader sets the pace. */
  async export({ orgId }: OrgCaller): Promise<Readable> {
    const tree = this.trees.forOrg(orgId);
    const first = await tree.leaves(0, batch);
    return Readable.from(textOf(orgId, { tree, first }), { objectMode: false });
  }
}

async function* textOf(
  orgId: string,
  { tree, first }: { readonly tree: OrgAuditTree; readonly first: readonly AuditLeaf[] },
): AsyncGenerator<string> {
  yield proofLineOf({ kind: 'start', orgId });
  let read = 0;
  for (let leaves = first; leaves.length > 0;) {
    yield leaves.map((leaf) => proofLineOf({ kind: 'leaf', ...leaf })).join('');
    read += leaves.length;
    leaves = leaves.length < batch ? [] : await tree.leaves(read, batch);
  }
  for (const jws of await tree.signedHeads(read)) yield proofLineOf({ kind: 'head', jws });
}
