import { writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const rule = {
  id: 'rule-1',
  name: 'Website',
  client_id: 'client-1',
  conditions: [
    { claim: ['ref'], one_of: ['refs/heads/main', 'refs/heads/next'] },
    { claim: ['kubernetes.io', 'namespace'], one_of: ['jobs'] },
  ],
};
const token = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln';

describe('commands of trust rules', () => {
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

  const run = (line: string, ...more: string[]): Promise<ProgramRun> =>
    program.run([...line.split(' '), ...more], token);
  const condition = (claim: string[], ...oneOf: string[]): object => ({ claim, one_of: oneOf });

  it.each<[what: string, given: string[], body: object]>([
    [
      'a job of GitHub Actions',
      [
        'trust-rules create --name Website --preset github-actions --repository-id 7 --repository-owner-id 1 --ref refs/heads/main --ref refs/heads/next --permission m2m:credentials:read --no-single-use',
      ],
      {
        name: 'Website',
        preset: 'github-actions',
        conditions: [
          condition(['repository_id'], '7'),
          condition(['repository_owner_id'], '1'),
          condition(['ref'], 'refs/heads/main', 'refs/heads/next'),
        ],
        permissions: ['m2m:credentials:read'],
        single_use: false,
      },
    ],
    [
      'a pod',
      [
        'trust-rules create --name Backup --preset kubernetes --issuer https://cluster.example --namespace jobs --service-account backup --service-account-uid u1 --network 192.0.2.0/24 --identity id-1',
      ],
      {
        name: 'Backup',
        preset: 'kubernetes',
        issuer: 'https://cluster.example',
        conditions: [
          condition(['kubernetes.io', 'namespace'], 'jobs'),
          condition(['kubernetes.io', 'serviceaccount', 'name'], 'backup'),
          condition(['kubernetes.io', 'serviceaccount', 'uid'], 'u1'),
        ],
        service_identity_id: 'id-1',
        allowed_networks: ['192.0.2.0/24'],
      },
    ],
    [
      'a workload of another provider, with other claims',
      [
        'trust-rules create --name Batch --preset oidc --issuer https://id.example --subject batch --audience us --single-use --expires-at 2027-01-01T00:00:00Z --claim',
        'team = platform',
        '--claim',
        'team=data',
        '--claim',
        'a > b = c=d',
      ],
      {
        name: 'Batch',
        preset: 'oidc',
        issuer: 'https://id.example',
        subject: 'batch',
        audience: 'us',
        conditions: [condition(['team'], 'platform', 'data'), condition(['a', 'b'], 'c=d')],
        single_use: true,
        expires_at: '2027-01-01T00:00:00Z',
      },
    ],
  ])('create: %s', async (_what, [line = '', ...more], body) => {
    service.answers(rule, 201);
    const { code, out, err } = await run(line, ...more);
    expect([code, err]).toEqual([exitCode.done, '']);
    expect(out).toContain('ref = refs/heads/main | refs/heads/next; kubernetes.io > namespace = jobs');
    expect(service.calls).toEqual([{ method: 'POST', path: '/iam/trust-rules', body }]);
  });

  it('create and update: send the public keys of a file, and no private one', async () => {
    const [keys, update] = [program.path('jwks.json'), 'trust-rules update rule-1 --key-set-file'];
    service.answers(rule);
    writeFileSync(keys, '{"keys": [{"kty": "EC", "kid": "1"}]}');
    expect(await run(`${update} ${keys}`)).toMatchObject({ code: exitCode.done });
    expect(service.calls).toEqual([
      {
        method: 'PATCH',
        path: '/iam/trust-rules/rule-1',
        body: { key_set: { keys: [{ kty: 'EC', kid: '1' }] } },
      },
    ]);
    for (const content of ['{"keys": [{"kty": "EC", "d": "secret"}]}', '{"kty": "EC"}', 'null', '{']) {
      writeFileSync(keys, content);
      const { code, err } = await run(`${update} ${keys}`);
      expect([content, code]).toEqual([content, exitCode.usage]);
      expect(err).not.toContain('secret');
    }
    expect(service.calls).toHaveLength(1);
  });

  it.each([
    ['trust-rules create --name x', '--preset'],
    ['trust-rules create --name x --preset oidc --claim team', '--claim must be'],
    ['trust-rules update rule-1', '--name or --key-set-file'],
    ['trust-rules try rule-1', '--token-file'],
    ['trust-rules remove rule-1', '--yes'],
  ])('%s: is refused before any call', async (line, said) => {
    const { code, err } = await run(line);
    expect([code, err]).toEqual([exitCode.usage, expect.stringContaining(said)]);
    expect(service.calls).toEqual([]);
  });

  it('say the option of a member', async () => {
    const texts = 'conditions must include repository_id for github-actions';
    service.answers({ error: 'invalid_request', error_description: texts }, 400);
    const { err } = await run('trust-rules create --name x --preset github-actions');
    expect(err).toContain('error: --claim must include --repository-id for github-actions');
  });

  it.each<[accepted: boolean | null, code: number, text: string]>([
    [true, exitCode.done, 'holds'],
    [false, exitCode.negative, 'does not hold'],
    [null, exitCode.unchecked, 'not checked'],
  ])('try: exits by the outcome %s, and shows nothing of the token', async (accepted, code, text) => {
    const trial = { accepted, conditions: [{ condition: 'aud', holds: accepted }] };
    service.answers(trial);
    const ended = await run('trust-rules try rule-1 --token-file -');
    expect([ended.code, ended.out]).toEqual([code, expect.stringMatching(new RegExp(`^aud +${text}$`, 'm'))]);
    expect(ended.out + ended.err).not.toContain(token);
    if (accepted === false) expect(ended.err).toContain('would be refused: aud');
    const json = await run('trust-rules try rule-1 --token-file - --output json');
    expect([json.code, JSON.parse(json.out)]).toEqual([code, trial]);
    const call = { method: 'POST', path: '/iam/trust-rules/rule-1/try', body: { token } };
    expect(service.calls).toEqual([call, call]);
  });

  it.each([
    ['forbid', 'forbidden'],
    ['allow', 'allowed'],
  ])('credentials policy %s', async (command, secrets) => {
    service.answers({ client_secrets: secrets });
    const { code, out } = await run(`credentials policy ${command}`);
    expect([code, out]).toEqual([exitCode.done, expect.stringContaining(secrets)]);
    const call = { method: 'PUT', path: '/iam/credential-policy', body: { client_secrets: secrets } };
    expect(service.calls).toEqual([call]);
  });

  it('try: sends nothing that is no token', async () => {
    writeFileSync(program.path('secret'), 'gmc_a-secret\n');
    const { code, err } = await run(`trust-rules try rule-1 --token-file ${program.path('secret')}`);
    expect([code, err]).toEqual([exitCode.usage, expect.not.stringContaining('gmc_')]);
    expect(service.calls).toEqual([]);
  });
});
