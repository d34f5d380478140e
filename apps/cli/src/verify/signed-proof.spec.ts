import { proofLineOf } from '@governance/iam';
import { writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

/** The head of a tree, as the service signs it, or not. */
function headOf(claims: object): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return proofLineOf({ kind: 'head', jws: `header.${payload}.signature` });
}

const start = proofLineOf({ kind: 'start', orgId: 'org_acme' });

describe('governance audit export --proof --since', () => {
  let service: FakeService;
  let program: TestProgram;
  beforeEach(() => {
    program = new TestProgram({ GOVERNANCE_TOKEN: 'token', GOVERNANCE_API_URL: 'https://api.example.org' });
    service = new FakeService();
    const error_description = 'since is larger than the tree of the audit events';
    service.answers({ error: 'invalid_request', error_description }, 400);
  });
  afterEach(() => {
    service.restore();
    program.remove();
  });

  async function exported(lines: readonly string[]): Promise<ProgramRun> {
    writeFileSync(program.path('earlier.jsonl'), lines.join(''));
    return program.run(['audit', 'export', '--proof', '--since', program.path('earlier.jsonl')]);
  }

  it('asks for the events since the last head of the earlier proof, and says when the service has fewer', async () => {
    const { code, err } = await exported([start, headOf({ tree_size: 3 }), headOf({ tree_size: 5 })]);
    expect(service.calls.map(({ path }) => path)).toEqual(['/iam/audit-events/proof?since=5']);
    expect([code, err]).toEqual([exitCode.refused, expect.stringContaining('is larger than the tree')]);
  });

  it.each([
    [[]],
    [[start]],
    [['nonsense']],
    [[start, headOf({})]],
    [[start, headOf({ tree_size: 0 })]],
    [[start, headOf({ tree_size: '5' })]],
    [[start, proofLineOf({ kind: 'head', jws: 'nonsense' })]],
  ])('asks for nothing with a file that has no tree head: %j', async (lines) => {
    expect(await exported(lines)).toMatchObject({ code: exitCode.usage, out: '' });
    expect(service.calls).toEqual([]);
  });

  it('is an option of the proof only, and needs its file', async () => {
    const file = program.path('nothing.jsonl');
    for (const [args, said] of [
      [['--since', file], 'Give --since with --proof only'],
      [['--proof', '--since', file], `There is no file ${file}`],
    ] as const)
      expect(await program.run(['audit', 'export', ...args])).toMatchObject({
        code: exitCode.usage,
        err: `error: ${said}\n`,
      });
    expect(service.calls).toEqual([]);
  });
});
