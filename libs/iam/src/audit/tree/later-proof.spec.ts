import { GrowingTree, type Hash } from '@governance/transparency';
import { check, changed, headOf, jwsOf, leaves, orgId, signed } from '../../../spec/src/audit-proofs';
import { type AuditLeaf } from './audit-leaf';
import { AuditProof, type ProofFindings } from './audit-proof';
import { type ProofLine, proofLineOf } from './audit-proof-line';
import { type TreeHead } from './tree-head';

function leafOf(index: number): AuditLeaf {
  const leaf = leaves[index];
  if (!leaf) throw new Error(`there is no leaf ${index}`);
  return leaf;
}

/** The hashes of the largest complete subtrees of at most 15 leaves. */
function subtreesOf(of: readonly AuditLeaf[]): readonly Hash[] {
  let rest = of;
  return [8, 4, 2, 1].flatMap((width) => {
    if (rest.length < width) return [];
    const tree = new GrowingTree();
    for (const { hash } of rest.slice(0, width)) tree.append(hash);
    rest = rest.slice(width);
    return [tree.root()];
  });
}

function laterLeaf(lines: readonly ProofLine[], place: number): AuditLeaf & { readonly kind: 'leaf' } {
  const line = lines[place];
  if (line?.kind !== 'leaf') throw new Error(`line ${place} has no leaf`);
  return line;
}

describe('a proof of audit events that goes on from an earlier one', () => {
  /** The lines since a tree of this size. */
  function since(size: number): readonly ProofLine[] {
    const heads = signed.filter((head) => head.size >= size);
    return [
      { kind: 'start', orgId, earlier: { size, subtrees: subtreesOf(leaves.slice(0, size)) } },
      ...heads.map((head) => ({ kind: 'head', jws: jwsOf(head) }) as const),
      ...leaves.slice(size).map((leaf) => ({ kind: 'leaf', ...leaf }) as const),
    ];
  }

  const checkSince = (
    tamper: (lines: readonly ProofLine[]) => readonly ProofLine[],
    heads: readonly TreeHead[] = [headOf(5)],
  ): Promise<ProofFindings> => check(tamper(since(5)).map(proofLineOf), { heads });

  it('holds without the events before, and says how many it leaves out', async () => {
    for (const heads of [[headOf(5)], [headOf(3), headOf(5)], [headOf(5), headOf(7)], [headOf(10)]])
      expect(await checkSince((lines) => lines, heads)).toEqual({
        outcome: 'genuine',
        problems: [],
        facts: [
          'Checked 7 events of org_acme after the first 5 (0 deleted)',
          'The last signed tree head has 10 events, up to 2026-11-20T22:00:00.000Z',
          '2 later events are in no signed tree head yet',
          'The signer compares no tree head with the one before: compare this proof with an earlier one',
        ],
        head: signed[1],
      });
  });

  it('shows nothing to a reader who has no head of the events before', async () => {
    for (const heads of [[], [headOf(4)]])
      expect(await checkSince((lines) => lines, heads)).toMatchObject({
        outcome: 'incomplete',
        problems: [],
      });
    expect(await checkSince((lines) => lines.toSpliced(5, 1), [])).toMatchObject({ outcome: 'tampered' });
  });

  it.each<[string, (lines: readonly ProofLine[]) => readonly ProofLine[], string]>([
    [
      'changed',
      (lines) => lines.with(4, changed(laterLeaf(lines, 4), { hashToo: false })),
      'Event 6 was changed: m2m-credentials:rename of 2026-11-20T12:00:06.000Z (event-6)',
    ],
    [
      'changed with its hash',
      (lines) => lines.with(4, changed(laterLeaf(lines, 4), { hashToo: true })),
      'Events 5 to 9 are not those of the tree head of 2026-11-20T22:00:00.000Z: changed or replaced with their hashes',
    ],
    ['removed', (lines) => lines.toSpliced(3, 2), 'Events 5 to 6 were removed'],
    ['removed at the end', (lines) => lines.slice(0, -4), 'Events 8 to 9 were removed'],
    ['added again', (lines) => [...lines, { kind: 'leaf', ...leafOf(2) }], 'Event 2 is there twice'],
    [
      'replaced with its hash',
      (lines) => lines.with(5, { ...laterLeaf(lines, 5), content: undefined }),
      'Event 7 was removed: only its hash is left, but older events are there',
    ],
  ])('names an event that was %s § 10.5q', async (_, tamper, problem) => {
    expect(await checkSince(tamper)).toMatchObject({ outcome: 'tampered', problems: [problem] });
  });

  it('names a history before it that was rewritten, though the issuer signed both § 10.5q', async () => {
    const rewritten = leaves.toSpliced(2, 1).map((leaf, index) => ({ ...leaf, index }));
    const again = headOf(10, rewritten);
    const proof = new AuditProof(() => Promise.resolve(again), { heads: [headOf(5)] });
    const lines: readonly ProofLine[] = [
      { kind: 'start', orgId, earlier: { size: 5, subtrees: subtreesOf(rewritten.slice(0, 5)) } },
      { kind: 'head', jws: 'again' },
      ...rewritten.slice(5).map((leaf) => ({ kind: 'leaf', ...leaf }) as const),
    ];
    for (const line of lines) await proof.take(proofLineOf(line));
    expect(proof.findings()).toMatchObject({
      outcome: 'tampered',
      problems: [
        'Events 0 to 4 are not those of the tree head of 2026-11-20T17:00:00.000Z in the earlier proof: the history was rewritten',
      ],
    });
  });

  it('names a tree head from before, which it cannot compare', async () => {
    const lines = [...since(7), { kind: 'head', jws: jwsOf(headOf(5)) } as const];
    expect(await check(lines.map(proofLineOf), { heads: [headOf(7)] })).toMatchObject({
      problems: ['Line 8 has a tree head from before the proof'],
    });
  });

  it('has as many hashes as the tree before has subtrees', async () => {
    const lines = since(5);
    for (const subtrees of [[], subtreesOf(leaves.slice(0, 7))])
      expect(
        await check(
          [{ kind: 'start', orgId, earlier: { size: 5, subtrees } } as const, ...lines.slice(1)].map(
            proofLineOf,
          ),
        ),
      ).toMatchObject({ outcome: 'no-proof' });
  });
});
