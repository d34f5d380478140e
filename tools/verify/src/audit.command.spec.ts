import { JoseIssuer } from '@governance/certificates';
import {
  type AuditEvent,
  hashOfContent,
  type LeafContent,
  leafContent,
  MerkleTree,
  proofLineOf,
} from '@governance/iam';
import { createTestIssuerKeys } from '@governance/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAuditCommand } from './audit.command';

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

describe('npm run audit -- verify', () => {
  const file = createTestIssuerKeys();
  const issuer = new JoseIssuer(file.load(), addresses);
  let folder: string;
  let lines: readonly string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'));
    writeFileSync(join(folder, 'jwks.json'), JSON.stringify({ keys: issuer.publicKeys() }));
    const tree = new MerkleTree();
    const leaves = [0, 1, 2, 3, 4].map((index) => {
      const content = contentOf(index);
      const hash = hashOfContent(content);
      tree.append(hash);
      return proofLineOf({ kind: 'leaf', index, content, hash });
    });
    const jws = await issuer.signTreeHead({ orgId, size: tree.size, root: tree.root(), at });
    lines = [proofLineOf({ kind: 'start', orgId }), ...leaves, proofLineOf({ kind: 'head', jws })];
  });
  afterAll(() => {
    file.remove();
    rmSync(folder, { recursive: true });
  });

  async function run(args: readonly string[]): Promise<{ code: number; text: string }> {
    const printed: string[] = [];
    const print = (line: string): void => void printed.push(line);
    const code = await runAuditCommand(args, { folder, root: folder, env: {}, print, now: () => at });
    return { code, text: printed.join('\n') };
  }

  function verify(tampered: readonly string[]): ReturnType<typeof run> {
    writeFileSync(join(folder, 'proof.jsonl'), tampered.join(''));
    return run(['verify', 'proof.jsonl', '--keys', 'jwks.json']);
  }

  it('prints GENUINE and exits with 0, without a network', async () => {
    const { code, text } = await verify(lines);
    expect([code, text.split('\n').at(-1)]).toEqual([
      0,
      'GENUINE: no audit event was changed, removed or reordered',
    ]);
    expect(text).toContain('found: 5 events of org_acme, and the hashes of 0 deleted ones');
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
  ])('prints what happened and exits with 1 for a proof that was %s', async (_, tamper, problem) => {
    const { code, text } = await verify(tamper(lines));
    expect(code).toBe(1);
    expect(text).toContain(`TAMPERED: ${problem}`);
    expect(text).not.toContain('GENUINE');
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
    const { code, text } = await run(args);
    expect(code).toBe(2);
    expect(text).not.toMatch(/GENUINE|TAMPERED/);
  });

  it('prints its usage and exits with 0 for --help', async () => {
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Usage: audit/) as unknown,
    });
  });
});
