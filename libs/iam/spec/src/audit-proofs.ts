import {
  type AuditEvent,
  type AuditLeaf,
  AuditProof,
  hashOfContent,
  type KnownTree,
  leafContent,
  type ProofFindings,
  type ProofLine,
  type TreeHead,
} from '../../src';
import { GrowingTree } from '@governance/transparency';

export const orgId = 'org_acme';
export const noon = Date.parse('2026-11-20T12:00:00.000Z');

function eventOf(n: number): AuditEvent {
  return {
    id: `event-${n}`,
    createdAt: new Date(noon + n * 1_000),
    actor: { kind: 'person', issuer: 'https://id.example.org', subject: 'ada', clientId: undefined },
    operation: 'm2m-credentials:rename',
    target: undefined,
    outcome: 'done',
    reason: undefined,
    requestId: `request-${n}`,
    secondFactorAgeSeconds: 12.5,
  };
}

/** Twelve events. */
export const leaves: readonly AuditLeaf[] = Array.from({ length: 12 }, (_, index) => {
  const content = leafContent(orgId, { event: eventOf(index), salt: `salt-${index}` });
  return { index, content, hash: hashOfContent(content) };
});

export function headOf(size: number, of: readonly AuditLeaf[] = leaves): TreeHead {
  const tree = new GrowingTree();
  for (const { hash } of of.slice(0, size)) tree.append(hash);
  return { orgId, size, root: Buffer.from(tree.root()), at: new Date(noon + size * 3_600_000) };
}

/** Stands for the signature: a head is genuine when it is in this list. */
export const signed = [headOf(5), headOf(10)];

export const jwsOf = (head: TreeHead): string => JSON.stringify([head.orgId, head.size]);
function readHead(jws: string): Promise<TreeHead> {
  const head = signed.find((each) => jwsOf(each) === jws);
  return head ? Promise.resolve(head) : Promise.reject(new Error('Its signature is invalid'));
}

export async function check(lines: readonly string[], known?: KnownTree): Promise<ProofFindings> {
  const proof = new AuditProof(readHead, known);
  for (const line of lines) await proof.take(line);
  return proof.findings();
}

/** The event with another actor, and the hash of that if the hash is adapted too. */
export function changed(leaf: AuditLeaf, { hashToo }: { readonly hashToo: boolean }): ProofLine {
  const content = (leaf.content ?? []).map((member) => (member === 'ada' ? 'eve' : member));
  return { kind: 'leaf', index: leaf.index, content, hash: hashToo ? hashOfContent(content) : leaf.hash };
}
