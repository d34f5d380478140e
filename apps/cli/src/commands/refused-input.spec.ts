import { writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

describe('a command line that cannot be carried out', () => {
  let program: TestProgram;
  let service: FakeService;
  beforeEach(() => {
    program = new TestProgram({ GOVERNANCE_TOKEN: 'token', GOVERNANCE_API_URL: 'https://api.example.org' });
    service = new FakeService();
  });
  afterEach(() => {
    service.restore();
    program.remove();
  });

  const run = (line: string): Promise<ProgramRun> => program.run(line.split(' '));

  const publicKey = 'credentials create --name CI --public-key';
  const clientSecret =
    'connections add --name x --issuer https://id.example --client-id x --client-secret-file';
  const privateKey = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n';
  it.each([
    [publicKey, privateKey],
    [publicKey, `-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----\n${privateKey}`],
    [publicKey, 'ssh-ed25519 AAAA ada@example.com\n'],
    [publicKey, 'PASSWORD=secret\n'],
    [publicKey, ''],
    [clientSecret, privateKey],
    [clientSecret, ''],
    ['token --client-id c --client-secret-file', privateKey],
    ['results attach --capability-file', privateKey],
  ])('%s: sends nothing of a wrong file (%j)', async (line, content) => {
    writeFileSync(program.path('file'), content);
    const { code, out, err } = await run(`${line} ${program.path('file')}`);
    expect([code, out, err]).toEqual([exitCode.usage, '', expect.stringMatching(/file is (a|not) .+: /)]);
    expect(service.calls).toEqual([]);
  });

  it.each([
    [
      'credentials create --name x',
      'secret_valid_for_days must be an integer',
      '--valid-for-days must be an',
    ],
    ['credentials create --name x', 'name must have 1 to 100 characters', '--name must have'],
    [
      'credentials create --name x',
      'permissions cannot be combined with service_identity_id',
      '--permission cannot be combined with --identity',
    ],
    ['credentials rotate id --overlap 1', 'overlap_seconds is too long', '--overlap is too long'],
    ['identities rename id x', 'name must have 1 to 100 characters', 'name must have'],
    ['members list', 'the token_endpoint is down', 'the token_endpoint is down'],
  ])('%s: says the option of a member (%s)', async (line, description, said) => {
    service.answers({ error: 'invalid_request', error_description: description }, 400);
    expect((await run(line)).err).toContain(`error: ${said}`);
  });

  it.each<[line: string, code: number, path: string | undefined]>([
    ['audit export --output csv', exitCode.done, '/iam/audit-events/export?format=csv'],
    ['audit export --output json', exitCode.done, '/iam/audit-events/export?format=jsonl'],
    ['audit export --proof --output csv', exitCode.usage, undefined],
    ['results export --output csv', exitCode.done, '/org/results/export'],
    ['results export --output json', exitCode.usage, undefined],
    ['token --output csv', exitCode.usage, undefined],
    ['completion bash --output json', exitCode.usage, undefined],
  ])('%s: has the format, or is refused', async (line, code, path) => {
    const ended = await run(line);
    expect([ended.code, service.calls.map((call) => call.path)]).toEqual([
      code,
      path === undefined ? [] : [path],
    ]);
    if (code !== exitCode.done)
      expect([ended.out, ended.err]).toEqual(['', expect.stringMatching(/^error: --output \w+: /)]);
  });

  it('doctor: tests the service without a session, and names what the network says', async () => {
    const signedOut = new TestProgram({ GOVERNANCE_API_URL: 'https://api.example.org' });
    const findings = async (): Promise<Readonly<Record<string, string>>> => {
      const { out } = await signedOut.run(['doctor', '--output', 'csv']);
      return Object.fromEntries(out.split('\r\n').map((line) => [line.split(',')[0] ?? '', line]));
    };
    service.answers({ status: 'ok', environment: 'production' });
    expect(await findings()).toMatchObject({
      service: 'service,ok,"https://api.example.org: ok, production"',
      session: expect.stringContaining('session,failed,') as unknown,
    });
    service.answersBy(() => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) });
    });
    const unknown = 'the host name is unknown (ENOTFOUND)';
    const found = await findings();
    for (const check of ['service', 'identity provider', 'clock']) expect(found[check]).toContain(unknown);
    signedOut.remove();
  });
});
