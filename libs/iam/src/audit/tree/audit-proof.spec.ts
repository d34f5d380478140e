import { check, changed, headOf, jwsOf, leaves, noon, orgId, signed } from '../../../spec/src/audit-proofs';
import { type AuditLeaf } from './audit-leaf';
import { AuditProof } from './audit-proof';
import { type ProofLine, proofLineOf } from './audit-proof-line';

const genuine: readonly ProofLine[] = [
  { kind: 'start', orgId },
  ...leaves.map((leaf) => ({ kind: 'leaf', ...leaf }) as const),
  ...signed.map((head) => ({ kind: 'head', jws: jwsOf(head) }) as const),
];

const noMemory =
  'The signer compares no tree head with the one before: compare this proof with an earlier one';

/** The problems after the lines were tampered with. Event n is in line n + 1. */
async function problemsAfter(
  tamper: (lines: ProofLine[]) => readonly ProofLine[],
): Promise<readonly string[]> {
  return (await check(tamper([...genuine]).map(proofLineOf))).problems;
}

function leafAt(lines: readonly ProofLine[], index: number): AuditLeaf & { readonly kind: 'leaf' } {
  const line = lines[index + 1];
  if (line?.kind !== 'leaf') throw new Error(`there is no leaf ${index}`);
  return line;
}

describe('a proof of audit events', () => {
  it('holds as it was made, and says what it shows', async () => {
    expect(await check(genuine.map(proofLineOf))).toEqual({
      outcome: 'genuine',
      problems: [],
      facts: [
        'Checked 12 events of org_acme (0 deleted)',
        'The last signed tree head has 10 events, up to 2026-11-20T22:00:00.000Z',
        '2 later events are in no signed tree head yet',
        noMemory,
      ],
      head: signed[1],
    });
  });

  it('holds after the oldest events were deleted, whose hashes are kept § 10.5r', async () => {
    const lines = genuine.map((line) =>
      line.kind === 'leaf' && line.index < 7 ? { ...line, content: undefined } : line,
    );
    const { problems, facts } = await check(lines.map(proofLineOf));
    expect(problems).toEqual([]);
    expect(facts[0]).toBe('Checked 5 events of org_acme (7 deleted)');
  });

  it('names a changed event § 10.5q', async () => {
    const problems = await problemsAfter((lines) =>
      lines.with(4, changed(leafAt(lines, 3), { hashToo: false })),
    );
    expect(problems).toEqual([
      'Event 3 was changed: m2m-credentials:rename of 2026-11-20T12:00:03.000Z (event-3)',
    ]);
  });

  it('names the day of an event that was changed with its hash', async () => {
    const problems = await problemsAfter((lines) =>
      lines.with(8, changed(leafAt(lines, 7), { hashToo: true })),
    );
    expect(problems).toEqual([
      'Events 5 to 9 are not those of the tree head of 2026-11-20T22:00:00.000Z: changed or replaced with their hashes',
    ]);
  });

  it('names removed events, at the end too § 10.5q', async () => {
    expect(await problemsAfter((lines) => lines.toSpliced(3, 1))).toEqual(['Event 2 was removed']);
    expect(await problemsAfter((lines) => lines.toSpliced(9, 4))).toEqual(['Events 8 to 9 were removed']);
  });

  it('names an event that was replaced with its hash, though older ones are there', async () => {
    const problems = await problemsAfter((lines) =>
      lines.with(7, { ...leafAt(lines, 6), content: undefined }),
    );
    expect(problems).toEqual(['Event 6 was removed: only its hash is left, but older events are there']);
  });

  it('names reordered events, also if they got the numbers of each other § 10.5q', async () => {
    const swapped = await problemsAfter((lines) => lines.with(3, leafAt(lines, 3)).with(4, leafAt(lines, 2)));
    expect(swapped).toEqual(['Event 2 was reordered: it follows event 3']);
    const renumbered = await problemsAfter((lines) =>
      lines.with(3, { ...leafAt(lines, 3), index: 2 }).with(4, { ...leafAt(lines, 2), index: 3 }),
    );
    expect(renumbered).toEqual([
      'Events 0 to 4 are not those of the tree head of 2026-11-20T17:00:00.000Z: changed or replaced with their hashes',
    ]);
  });

  it('names an event that was added § 10.5q', async () => {
    expect(await problemsAfter((lines) => lines.toSpliced(5, 0, leafAt(lines, 2)))).toEqual([
      'Event 2 is there twice',
    ]);
  });

  it('names a head that the issuer did not sign, and one of another organization § 10.5q', async () => {
    const forged = await problemsAfter((lines) => lines.with(-1, { kind: 'head', jws: 'forged' }));
    expect(forged).toEqual(['Line 15 has no genuine tree head: Its signature is invalid']);
    const foreign = await problemsAfter((lines) => lines.with(0, { kind: 'start', orgId: 'org_other' }));
    expect(foreign).toEqual([
      'Line 14 has a tree head of another organization',
      'Line 15 has a tree head of another organization',
    ]);
  });

  it.each([
    '',
    'nonsense',
    '{}',
    '[]',
    '{"leaf":-1,"hash":""}',
    '{"leaf":0,"hash":"00"}',
    '{"head":7}',
    'null',
  ])('names the line %j as foreign', async (text) => {
    const lines = genuine.map(proofLineOf);
    const { problems } = await check([...lines, text]);
    expect(problems).toEqual([`Line ${lines.length + 1} does not belong to a proof`]);
  });

  it.each([1, 13])('is unsigned, not tampered with, while its %i lines have no head', async (length) => {
    const lines = genuine.slice(0, length).map(proofLineOf);
    expect(await check(lines)).toEqual({ outcome: 'unsigned', problems: [], facts: [] });
  });

  it('is tampered with if it has no head, and contradicts itself', async () => {
    const lines = genuine.slice(0, 13).toSpliced(3, 1).map(proofLineOf);
    expect(await check(lines)).toMatchObject({ outcome: 'tampered', problems: ['Event 2 was removed'] });
  });

  it('still has the tree of an earlier proof', async () => {
    for (const heads of [[], [headOf(3)], [headOf(5), headOf(11)]])
      expect(await check(genuine.map(proofLineOf), { orgId, heads })).toMatchObject({ outcome: 'genuine' });
  });

  it('names a history that was rewritten and signed again since an earlier proof § 10.5q', async () => {
    const rewritten = leaves.toSpliced(6, 1).map((leaf, index) => ({ ...leaf, index }));
    const again = headOf(11, rewritten);
    const proof = new AuditProof(() => Promise.resolve(again), { heads: [headOf(5), headOf(10)] });
    const lines: readonly ProofLine[] = [
      { kind: 'start', orgId },
      ...rewritten.map((leaf) => ({ kind: 'leaf', ...leaf }) as const),
      { kind: 'head', jws: 'again' },
    ];
    for (const line of lines) await proof.take(proofLineOf(line));
    expect(proof.findings()).toMatchObject({
      outcome: 'tampered',
      problems: [
        'Events 5 to 9 are not those of the tree head of 2026-11-20T22:00:00.000Z in the earlier proof: the history was rewritten',
      ],
    });
  });

  it('names the events that are missing since an earlier proof', async () => {
    const earlier = headOf(12);
    const lines = [...genuine.slice(0, 11), ...genuine.slice(13)].map(proofLineOf);
    expect(await check(lines, { heads: [earlier] })).toMatchObject({
      problems: ['Events 10 to 11 were removed'],
    });
  });

  it('is refused of another organization than the reader expects', async () => {
    const other = 'The proof is of another organization: org_acme';
    for (const known of [{ orgId: 'org_other' }, { heads: [{ ...headOf(5), orgId: 'org_other' }] }])
      expect(await check(genuine.map(proofLineOf), known)).toMatchObject({ problems: [other] });
  });

  it('says since when its signer remembers the tree, and when it forgot', async () => {
    const factsOf = async (since: readonly (Date | undefined)[]): Promise<readonly string[]> => {
      const heads = [headOf(5), headOf(10)].map((head, n) => ({ ...head, rememberedSince: since[n] }));
      const proof = new AuditProof((jws) =>
        Promise.resolve(heads.find((each) => jwsOf(each) === jws) ?? headOf(5)),
      );
      for (const line of genuine) await proof.take(proofLineOf(line));
      return proof.findings().facts.slice(3);
    };
    const [monday, friday] = [new Date(noon), new Date(noon + 4 * 86_400_000)];
    expect(await factsOf([monday, monday])).toEqual([
      'Since 2026-11-20T12:00:00.000Z, the signer has compared each tree head with the one before',
    ]);
    expect(await factsOf([monday, friday])).toEqual([
      'The signer lost its memory of the tree before 2026-11-24T12:00:00.000Z: compare with a proof from before',
    ]);
    expect(await factsOf([undefined, undefined])).toEqual([noMemory]);
    expect(await factsOf([monday, undefined])).toEqual([noMemory]);
  });

  it('says that a head is dated before a smaller one', async () => {
    const heads = [headOf(5), { ...headOf(10), at: new Date(noon) }];
    const proof = new AuditProof((jws) =>
      Promise.resolve(heads[jws === jwsOf(headOf(5)) ? 0 : 1] ?? headOf(5)),
    );
    for (const line of genuine) await proof.take(proofLineOf(line));
    expect(proof.findings()).toMatchObject({ outcome: 'genuine' });
    expect(proof.findings().facts.slice(3)).toEqual([
      noMemory,
      'The tree head of 10 events is dated before a smaller one: 2026-11-20T12:00:00.000Z',
    ]);
  });

  it('names the events before one of any number', async () => {
    const last = 2 ** 53 - 1;
    const problems = await problemsAfter((lines) => [...lines, { ...leafAt(lines, 11), index: last }]);
    expect(problems).toEqual([`Events 12 to ${last - 1} were removed`]);
  });

  it('has its heads before or after its events', async () => {
    const headsFirst = [...genuine.slice(0, 1), ...genuine.slice(13), ...genuine.slice(1, 13)];
    expect(await check(headsFirst.map(proofLineOf))).toEqual(await check(genuine.map(proofLineOf)));
  });

  it('has its start in the first line only: no other file is a proof', async () => {
    for (const lines of [genuine.slice(1).map(proofLineOf), [], ['nonsense']])
      expect(await check(lines)).toMatchObject({ outcome: 'no-proof' });
    expect(await problemsAfter((lines) => [...lines, { kind: 'start', orgId }])).toHaveLength(1);
  });
});
