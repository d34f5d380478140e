import { JoseIssuer } from '@governance/certificates';
import {
  type AuditEvent,
  hashOfContent,
  type LeafContent,
  leafContent,
  parseProofLine,
  proofLineOf,
} from '@governance/iam';
import { CompactTree, GrowingTree } from '@governance/transparency';
import { createTestIssuerKeys } from '@governance/testing';
import { writeFileSync } from 'node:fs';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const orgId = 'org_acme';
const at = new Date('2026-11-20T12:00:00.000Z');
const addresses = { publicBaseUrl: 'https://assess.example.org', platformBaseUrl: 'https://api.example.org' };

function contentOf(n: number): LeafContent {
  const event: AuditEvent = {
    id: `event-${n}`,
    createdAt: at,
    actor: { kind: 'person', issuer: 'https://id.example.org', subject: 'ada', clientId: undefined },
    operation: 'm2m-credentials:rename',
    target: undefined,
    outcome: 'done',
    reason: undefined,
    requestId: 'request-1',
    secondFactorAgeSeconds: undefined,
  };
  return leafContent(orgId, { event, salt: `salt-${n}` });
}

describe('governance audit verify', () => {
  const file = createTestIssuerKeys();
  const issuer = new JoseIssuer(file.load(), addresses);
  let program: TestProgram;
  let lines: readonly string[];

  beforeAll(async () => {
    program = new TestProgram();
    writeFileSync(program.path('jwks.json'), JSON.stringify({ keys: issuer.publicKeys() }));
    const tree = new GrowingTree();
    const leaves = [0, 1, 2, 3, 4].map((index) => {
      const content = contentOf(index);
      const hash = hashOfContent(content);
      tree.append(hash);
      return proofLineOf({ kind: 'leaf', index, content, hash });
    });
    const jws = await issuer.signTreeHead({ orgId, size: tree.size, root: Buffer.from(tree.root()), at });
    lines = [proofLineOf({ kind: 'start', orgId }), ...leaves, proofLineOf({ kind: 'head', jws })];
  });
  afterAll(() => {
    file.remove();
    program.remove();
  });

  /** Files are those of the user's home. */
  const run = (...args: readonly string[]): Promise<ProgramRun> =>
    program.run(['audit', ...args.map((arg) => (/\.jsonl?$/.test(arg) ? program.path(arg) : arg))]);

  function verify(tampered: readonly string[]): ReturnType<typeof run> {
    writeFileSync(program.path('proof.jsonl'), tampered.join(''));
    return run('verify', 'proof.jsonl', '--keys', 'jwks.json');
  }

  it('accepts a proof, without a network', async () => {
    const { code, out, err } = await verify(lines);
    expect([code, out]).toEqual([exitCode.done, expect.stringMatching(/^genuine +true$/m)]);
    expect(err).toContain('Checked 5 events of org_acme (0 deleted)');
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], string]>([
    ['changed', (all) => all.with(2, all[2]?.replace('ada', 'eve') ?? ''), 'Event 1 was changed'],
    ['removed', (all) => all.toSpliced(3, 1), 'Event 2 was removed'],
    ['reordered', (all) => all.with(3, all[4] ?? '').with(4, all[3] ?? ''), 'Event 2 was reordered'],
    ['cut off', (all) => all.toSpliced(4, 2), 'Events 3 to 4 were removed'],
    [
      'with a head of another tree',
      (all) => all.with(6, all[6]?.replace(/"(?<jws>[^"]+)"\}/, '"$<jws>x"}') ?? ''),
      'Line 7 has no genuine tree head',
    ],
  ])('says what happened to a proof that was %s', async (_, tamper, problem) => {
    const { code, out, err } = await verify(tamper(lines));
    expect([code, out]).toEqual([exitCode.negative, '']);
    expect(err).toContain(`TAMPERED: ${problem}`);
    const json = await run('verify', 'proof.jsonl', '--keys', 'jwks.json', '--output', 'json');
    const problems = expect.arrayContaining([expect.stringContaining(problem)]) as unknown;
    expect(JSON.parse(json.out)).toEqual({ genuine: false, problems });
  });

  describe('with an earlier proof', () => {
    /** A tree that the issuer signed, of other events. */
    async function rewritten(): Promise<readonly string[]> {
      const tree = new GrowingTree();
      const leaves = [0, 1, 3, 4, 5, 6].map((n, index) => {
        const content = contentOf(n);
        const hash = hashOfContent(content);
        tree.append(hash);
        return proofLineOf({ kind: 'leaf', index, content, hash });
      });
      const jws = await issuer.signTreeHead({ orgId, size: tree.size, root: Buffer.from(tree.root()), at });
      return [proofLineOf({ kind: 'start', orgId }), ...leaves, proofLineOf({ kind: 'head', jws })];
    }

    const since = async (proof: readonly string[], earlier: readonly string[]): Promise<ProgramRun> => {
      writeFileSync(program.path('proof.jsonl'), proof.join(''));
      writeFileSync(program.path('earlier.jsonl'), earlier.join(''));
      return run('verify', 'proof.jsonl', '--since', 'earlier.jsonl', '--keys', 'jwks.json');
    };

    it('names the rewrite of a history, though the issuer signed both § 10.5q', async () => {
      expect((await verify(await rewritten())).code).toBe(exitCode.done);
      const { code, out, err } = await since(await rewritten(), lines);
      expect([code, out]).toEqual([exitCode.negative, '']);
      expect(err).toContain(
        'TAMPERED: Events 0 to 4 are not those of the tree head of 2026-11-20T12:00:00.000Z in the earlier proof: the history was rewritten',
      );
      expect((await since(lines, lines)).code).toBe(exitCode.done);
    });

    describe('and only the events since then', () => {
      /** The proof since an earlier one of the first events, of which that one is the whole. */
      async function parted(size: number): Promise<{ whole: readonly string[]; later: readonly string[] }> {
        const [start = '', ...rest] = lines;
        const [leaves, last = ''] = [rest.slice(0, -1), rest.at(-1)];
        const tree = new GrowingTree();
        for (const text of leaves.slice(0, size)) {
          const line = parseProofLine(text);
          if (line?.kind === 'leaf') tree.append(line.hash);
        }
        const root = Buffer.from(tree.root());
        const head = proofLineOf({ kind: 'head', jws: await issuer.signTreeHead({ orgId, size, root, at }) });
        // A power of two of events is one subtree.
        const earlier = { size, subtrees: [root] };
        return {
          whole: [start, head, ...leaves.slice(0, size)],
          later: [proofLineOf({ kind: 'start', orgId, earlier }), head, last, ...leaves.slice(size)],
        };
      }

      it('accepts them, and names what was changed in them § 10.5q', async () => {
        const { whole, later } = await parted(4);
        const { code, out, err } = await since(later, whole);
        expect([code, out]).toEqual([exitCode.done, expect.stringMatching(/^genuine +true$/m)]);
        expect(err).toContain('Checked 1 events of org_acme after the first 4 (0 deleted)');
        const changed = await since(later.with(3, later[3]?.replace('ada', 'eve') ?? ''), whole);
        expect([changed.code, changed.err]).toEqual([
          exitCode.negative,
          expect.stringContaining('TAMPERED: Event 4 was changed'),
        ]);
      });

      it('does not judge them without the proof before, so that no event goes unchecked', async () => {
        const [{ whole }, { later }] = [await parted(2), await parted(4)];
        const alone = await verify(later);
        const gap = await since(later, whole);
        for (const [{ code, out, err }, what] of [
          [alone, 'an earlier one'],
          [gap, 'a later one than'],
        ] as const) {
          expect([code, out]).toEqual([exitCode.unchecked, '']);
          expect(err).toContain(`error: NOT CHECKED: the proof goes on from ${what}`);
          expect(err).not.toMatch(/TAMPERED|genuine/);
        }
        const json = await run('verify', 'proof.jsonl', '--keys', 'jwks.json', '--output', 'json');
        expect(JSON.parse(json.out)).toEqual({ genuine: null, problems: [] });
      });
    });

    it('does not compare with a file that proves nothing', async () => {
      const unsigned = await since(lines, lines.slice(0, -1));
      expect([unsigned.code, unsigned.err]).toEqual([
        exitCode.usage,
        expect.stringMatching(/has no signed tree head to compare with\n$/),
      ]);
      const forged = lines.with(-1, lines.at(-1)?.replace(/"(?<jws>[^"]+)"\}/, '"$<jws>x"}') ?? '');
      expect((await since(lines, forged)).code).toBe(exitCode.usage);
      expect((await run('verify', 'proof.jsonl', '--since', 'nothing.jsonl')).code).toBe(exitCode.usage);
    });
  });

  it('refuses a proof of another organization, and one that is older than asked for', async () => {
    writeFileSync(program.path('proof.jsonl'), lines.join(''));
    const other = await run('verify', 'proof.jsonl', '--keys', 'jwks.json', '--org', 'org_other');
    expect([other.code, other.err]).toEqual([
      exitCode.negative,
      expect.stringContaining('TAMPERED: The proof is of another organization: org_acme'),
    ]);
    const aged = (most: number): Promise<ProgramRun> =>
      run('verify', 'proof.jsonl', '--keys', 'jwks.json', '--org', orgId, '--max-age', String(most));
    const young = await aged(36_500);
    expect([young.code, young.err]).toEqual([
      exitCode.done,
      expect.stringMatching(/The last signed tree head is \d+ days old/),
    ]);
    expect(await aged(1)).toMatchObject({ code: exitCode.negative, out: '' });
  });

  it('states the age of a new head, and refuses one of the future, which no age limit would ever refuse', async () => {
    const root = Buffer.from(new CompactTree(1, [hashOfContent(contentOf(0))]).root());
    const signedAt = async (time: number, ...options: readonly string[]): Promise<ProgramRun> => {
      const jws = await issuer.signTreeHead({ orgId, size: 1, root, at: new Date(time) });
      writeFileSync(
        program.path('proof.jsonl'),
        [...lines.slice(0, 2), proofLineOf({ kind: 'head', jws })].join(''),
      );
      return run('verify', 'proof.jsonl', '--keys', 'jwks.json', ...options);
    };
    const fresh = await signedAt(Date.now() + 60_000, '--max-age', '1');
    expect([fresh.code, fresh.err]).toEqual([
      exitCode.done,
      expect.stringContaining('The last signed tree head is less than a day old'),
    ]);
    const old = await signedAt(Date.now() - 86_400_000);
    expect([old.code, old.err]).toEqual([exitCode.done, expect.stringContaining('tree head is 1 day old')]);
    const future = Date.now() + 86_400_000;
    for (const [options, code] of [
      [['--max-age', '7'], exitCode.negative],
      [[], exitCode.done],
    ] as const)
      expect(await signedAt(future, ...options)).toMatchObject({
        code,
        err: expect.stringContaining('The last signed tree head is dated in the future') as unknown,
      });
  });

  it('says that nothing is signed yet, which is neither genuine nor tampered with', async () => {
    const { code, out, err } = await verify(lines.slice(0, -1));
    expect([code, out]).toEqual([exitCode.unsigned, '']);
    expect(err).toMatch(/^error: NOT SIGNED YET: the proof has no signed tree head/);
    expect(err).not.toMatch(/TAMPERED|genuine/);
    const json = await run('verify', 'proof.jsonl', '--keys', 'jwks.json', '--output', 'json');
    expect([json.code, JSON.parse(json.out)]).toEqual([exitCode.unsigned, { genuine: null, problems: [] }]);
  });

  it('does not judge a proof with older keys than it has signatures', async () => {
    const older = createTestIssuerKeys();
    const keys = new JoseIssuer(older.load(), addresses).publicKeys();
    older.remove();
    writeFileSync(program.path('older.json'), JSON.stringify({ keys }));
    const check = async (proof: readonly string[]): Promise<ProgramRun> => {
      writeFileSync(program.path('proof.jsonl'), proof.join(''));
      return run('verify', 'proof.jsonl', '--keys', 'older.json');
    };
    const { code, out, err } = await check(lines);
    expect([code, out]).toEqual([exitCode.unchecked, '']);
    expect(err).toContain('NOT CHECKED: 1 tree heads are signed with keys that');
    expect(err).not.toMatch(/TAMPERED|genuine/);
    const changed = await check(lines.with(2, lines[2]?.replace('ada', 'eve') ?? ''));
    expect([changed.code, changed.err]).toEqual([
      exitCode.negative,
      expect.stringContaining('TAMPERED: Event 1 was changed'),
    ]);
  });

  it('takes no other file for a proof', async () => {
    for (const text of ['', '{}\n', 'nonsense']) {
      const { code, err } = await verify([text]);
      expect([code, err]).toEqual([
        exitCode.usage,
        expect.stringMatching(/is no file of `audit export --proof`\n$/),
      ]);
    }
  });

  it.each([
    [[]],
    [['proof.jsonl']],
    [['verify']],
    [['verify', 'proof.jsonl']],
    [['verify', 'proof.jsonl', 'proof.jsonl', '--keys', 'jwks.json']],
    [['verify', 'nothing.jsonl', '--keys', 'jwks.json']],
    [['verify', 'proof.jsonl', '--keys', 'proof.jsonl']],
    [['verify', 'proof.jsonl', '--trust', 'all']],
  ])('exits with 2 when it cannot check: %j', async (args) => {
    const { code, err } = await run(...args);
    expect(code).toBe(exitCode.usage);
    expect(err).not.toMatch(/genuine|TAMPERED/);
  });
});
