import { type Hash, subtreeCount } from '@governance/transparency';
import * as z from 'zod';
import { type AuditLeaf, leafMembers } from './audit-leaf';

/**
 * A proof is a text of JSON lines: the start, then the signed heads of the tree and every leaf in its order. A
 * leaf without content is that of a deleted event. A proof that goes on from an earlier one has only the leaves and heads since then.
 */
export type ProofLine =
  | { readonly kind: 'start'; readonly orgId: string; readonly earlier?: EarlierTree | undefined }
  | ({ readonly kind: 'leaf' } & AuditLeaf)
  | { readonly kind: 'head'; readonly jws: string };

/** A tree whose leaves are not in the proof: the hashes of its largest complete subtrees stand for them. */
export interface EarlierTree {
  readonly size: number;
  readonly subtrees: readonly Hash[];
}

const wholeFormat = 'audit-proof-1';
const laterFormat = 'audit-proof-2';

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((hex) => Buffer.from(hex, 'hex'));

const lines = z.union([
  z
    .strictObject({ format: z.literal(wholeFormat), org_id: z.string() })
    .transform(({ org_id: orgId }): ProofLine => ({ kind: 'start', orgId })),
  z
    .strictObject({
      format: z.literal(laterFormat),
      org_id: z.string(),
      since: z.int().min(1),
      subtrees: z.array(hash),
    })
    .refine(({ since, subtrees }) => subtrees.length === subtreeCount(since))
    .transform(({ org_id: orgId, since: size, subtrees }): ProofLine => {
      return { kind: 'start', orgId, earlier: { size, subtrees } };
    }),
  z
    .strictObject({
      leaf: z.int().min(0),
      hash,
      content: z
        .array(z.union([z.string(), z.number(), z.null()]))
        .length(leafMembers)
        .optional(),
    })
    .transform((leaf): ProofLine => {
      return { kind: 'leaf', index: leaf.leaf, hash: leaf.hash, content: leaf.content };
    }),
  z.strictObject({ head: z.string() }).transform(({ head: jws }): ProofLine => ({ kind: 'head', jws })),
]);

/** Undefined for a line that no proof has. */
export function parseProofLine(text: string): ProofLine | undefined {
  try {
    return lines.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function proofLineOf(line: ProofLine): string {
  return `${JSON.stringify(membersOf(line))}\n`;
}

function membersOf(line: ProofLine): object {
  switch (line.kind) {
    case 'start':
      return startOf(line);
    case 'leaf':
      return { leaf: line.index, hash: hexOf(line.hash), content: line.content };
    case 'head':
      return { head: line.jws };
  }
}

function startOf({ orgId, earlier }: ProofLine & { readonly kind: 'start' }): object {
  if (earlier === undefined) return { format: wholeFormat, org_id: orgId };
  const { size, subtrees } = earlier;
  return { format: laterFormat, org_id: orgId, since: size, subtrees: subtrees.map(hexOf) };
}

function hexOf(of: Hash): string {
  return Buffer.from(of).toString('hex');
}
