import * as z from 'zod';
import { type AuditLeaf, leafMembers } from './audit-leaf';

/**
 * A proof is a text of JSON lines: the start, then the signed heads of the tree and every leaf in its order. A
 * leaf without content is that of a deleted event.
 */
export type ProofLine =
  | { readonly kind: 'start'; readonly orgId: string }
  | ({ readonly kind: 'leaf' } & AuditLeaf)
  | { readonly kind: 'head'; readonly jws: string };

const proofFormat = 'audit-proof-1';

const lines = z.union([
  z
    .strictObject({ format: z.literal(proofFormat), org_id: z.string() })
    .transform(({ org_id: orgId }): ProofLine => ({ kind: 'start', orgId })),
  z
    .strictObject({
      leaf: z.int().min(0),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      content: z
        .array(z.union([z.string(), z.number(), z.null()]))
        .length(leafMembers)
        .optional(),
    })
    .transform(({ leaf: index, hash, content }): ProofLine => {
      return { kind: 'leaf', index, hash: Buffer.from(hash, 'hex'), content };
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
      return { format: proofFormat, org_id: line.orgId };
    case 'leaf':
      return { leaf: line.index, hash: line.hash.toString('hex'), content: line.content };
    case 'head':
      return { head: line.jws };
  }
}
