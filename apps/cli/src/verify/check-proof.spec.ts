import { JoseIssuer } from '@governance/certificates';
import { type AuditEvent, hashOfContent, type LeafContent, leafContent, proofLineOf } from '@governance/iam';
import { GrowingTree } from '@governance/transparency';
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
