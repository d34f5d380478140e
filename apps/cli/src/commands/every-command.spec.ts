import { type Command } from 'commander';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';
import { programOf } from '../program';

const hostile = '\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202E\u200b\r\nerror: forged';
// JSON and CSV have line breaks of their own; no text of the service makes one that begins like ours.
const unsafe =
  // eslint-disable-next-line no-control-regex -- control characters are what this finds
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e\u200b]|\r(?!\n)|^error: forged/m;

const texts = [
  'id name email role type client_id credential_type expires_at last_used_at sign_in_method joined_at status',
  'created_at operation target outcome reason client_name domain overall_score tier renew_by title currentAnswer',
  'due_at reference step failure',
  'targetAnswer effortDays points priority client_secret connection_id proven_at sub scope launchReason resultUrl',
]
  .join(' ')
  .split(' ');
const row = {
  ...Object.fromEntries(texts.map((member) => [member, hostile])),
  enabled: true,
  permissions: [hostile, 'self:profile:read'],
  credentials: [{ name: hostile }],
  conditions: [{ condition: hostile, claim: [hostile], one_of: [hostile], holds: true }],
  challenge: { name: hostile, value: hostile },
  actor: { subject: hostile },
  earlier: { score_change: hostile },
  progress: { clients: hostile, sent: hostile, started: hostile, submitted: hostile, overdue: hostile },
  improved: [{ title: hostile }],
  worsened: [],
  next_step: { title: hostile },
};
const lists = [
  'credentials',
  'trust_rules',
  'members',
  'invitations',
  'service_identities',
  'connections',
  'domains',
  'audit_events',
  'results',
  'clients',
  'campaigns',
  'left_out',
  'lines',
].concat('steps', 'remediation', 'tiers', 'renewals', 'shared_gaps');
/** An answer to every call. */
const answer = {
  ...row,
  ...Object.fromEntries(lists.map((list) => [list, [row]])),
  ok: true,
  accepted: true,
  problem: null,
  [hostile]: hostile,
};

/** A command line for each command, with files of the home. */
const lines: Readonly<Record<string, string>> = {
  login: 'login --no-browser',
  logout: 'logout',
  whoami: 'whoami',
  token: 'token',
  doctor: 'doctor',
  'credentials list': 'credentials list',
  'credentials create': 'credentials create --name x',
  'credentials rotate': 'credentials rotate id',
  'credentials rename': 'credentials rename id x',
  'credentials revoke': 'credentials revoke id --yes',
  'credentials policy get': 'credentials policy get',
  'credentials policy forbid': 'credentials policy forbid',
  'credentials policy allow': 'credentials policy allow',
  'trust-rules list': 'trust-rules list',
  'trust-rules show': 'trust-rules show id',
  'trust-rules create': 'trust-rules create --name x --preset github-actions --repository-id 1',
  'trust-rules update': 'trust-rules update id --name x',
  'trust-rules remove': 'trust-rules remove id --yes',
  'trust-rules try': 'trust-rules try id --token-file token.txt',
  'profile get': 'profile get',
  'profile set': 'profile set --marketing',
  'members list': 'members list',
  'members role': 'members role id viewer',
  'members remove': 'members remove id --yes',
  'invitations list': 'invitations list',
  'invitations send': 'invitations send a@example.com',
  'invitations resend': 'invitations resend id',
  'invitations revoke': 'invitations revoke id --yes',
  'identities list': 'identities list',
  'identities rename': 'identities rename id x',
  'identities delete': 'identities delete id --yes',
  'connections list': 'connections list',
  'connections add':
    'connections add --name x --issuer https://id.example --client-id x --client-secret-file -',
  'connections test': 'connections test id',
  'connections enable': 'connections enable id',
  'connections disable': 'connections disable id',
  'connections remove': 'connections remove id --yes',
  'domains list': 'domains list',
  'domains add': 'domains add acme.example',
  'domains check': 'domains check acme.example',
  'domains remove': 'domains remove acme.example --yes',
  'audit list': 'audit list',
  'audit export': 'audit export',
  'audit verify': 'audit verify hostile.txt --keys jwks.json',
  'clients list': 'clients list',
  'clients show': 'clients show id',
  'clients create': 'clients create --name x',
  'clients update': 'clients update id --name x',
  'clients delete': 'clients delete id --yes',
  'clients import': 'clients import clients.csv',
  'clients export': 'clients export',
  'campaigns list': 'campaigns list',
  'campaigns show': 'campaigns show id',
  'campaigns clients': 'campaigns clients id',
  'campaigns create': 'campaigns create --name x --due 2027-01-31 --client id --yes',
  'campaigns close': 'campaigns close id --yes',
  'campaigns delete': 'campaigns delete id --yes',
  'portfolio show': 'portfolio show',
  'portfolio gaps': 'portfolio gaps',
  'portfolio clients': 'portfolio clients',
  'portfolio review-pack': 'portfolio review-pack id --file pack.pdf',
  'results list': 'results list',
  'results export': 'results export',
  'results attach': 'results attach --capability-file -',
  'results detach': 'results detach id --yes',
  assess: 'assess --answers answers.json',
  plan: 'plan --answers answers.json',
  verify: 'verify 3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  'log verify': 'log verify',
  completion: 'completion bash',
};

function leavesOf(command: Command, path = ''): string[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));
}

describe('every command', () => {
  let program: TestProgram;
  let service: FakeService;
  beforeEach(() => {
    program = new TestProgram({
      GOVERNANCE_TOKEN: 'token',
      GOVERNANCE_API_URL: 'https://api.example.org',
      GOVERNANCE_PUBLIC_URL: 'https://assess.example.org',
      GOVERNANCE_TOKEN_STORE: 'file',
    });
    service = new FakeService();
    writeFileSync(program.path('hostile.txt'), hostile);
    writeFileSync(program.path('jwks.json'), '{"keys": []}');
    writeFileSync(program.path('token.txt'), 'e30.e30.c2ln');
    writeFileSync(program.path('clients.csv'), 'name\nGlobex Ltd\n');
    writeFileSync(program.path('answers.json'), '{"one": 3}');
  });
  afterEach(() => {
    service.restore();
    program.remove();
  });

  const run = (line: string, ...more: string[]): Promise<ProgramRun> => {
    const args = line.split(' ').map((arg) => (/\.(txt|json|csv|pdf)$/.test(arg) ? program.path(arg) : arg));
    return program.run([...args, ...more], 'https://assess.example.org/results/x');
  };
  const expectPlain = ({ out, err }: ProgramRun): void => {
    expect(out).not.toMatch(unsafe);
    expect(err).not.toMatch(unsafe);
  };

  it('has a line here', () => {
    expect(Object.keys(lines).toSorted()).toEqual(leavesOf(programOf(program.options())).toSorted());
  });

  it.each(Object.entries(lines))('shows nothing of a hostile service as it came: %s', async (_name, line) => {
    service.answers(answer);
    for (const format of ['table', 'json', 'csv']) expectPlain(await run(line, '--output', format));
    service.answers({ error: hostile, error_description: hostile }, 403);
    const refused = await run(line);
    expectPlain(refused);
    if (service.calls.length > 0 && !['logout'].includes(line)) expect(refused.err).not.toBe('');
  });

  it('shows nothing of a hostile identity provider as it came', async () => {
    const issuer = 'https://id.example.org';
    const texts = { user_code: hostile, verification_uri: hostile };
    const answers: Record<string, object> = {
      '/.well-known/oauth-protected-resource': {
        resource: 'https://api.example.org',
        authorization_servers: [issuer],
      },
      '/.well-known/oauth-authorization-server': {
        issuer,
        token_endpoint: `${issuer}/token`,
        device_authorization_endpoint: `${issuer}/device`,
      },
      '/device': { ...texts, device_code: 'd', expires_in: 60, interval: 0.01 },
      '/token': { access_token: 'a', token_type: 'bearer', expires_in: 60 },
      '/self/profile': { email: hostile },
    };
    const answerTo = (path: string): { status: number; body: object } => ({
      status: 200,
      body: answers[path] ?? {},
    });
    service.answersBy(answerTo);
    const signedIn = await run('login --no-browser');
    expect(signedIn).toMatchObject({
      code: exitCode.done,
      err: expect.stringContaining('Signed in as') as unknown,
    });
    expectPlain(signedIn);
    const error = { error: 'access_denied', error_description: hostile };
    service.answersBy((path) => (path === '/token' ? { status: 400, body: error } : answerTo(path)));
    const refused = await run('login --no-browser');
    expect(refused.code).toBe(exitCode.signIn);
    expectPlain(refused);
  });

  it('shows no text of a file as it came', async () => {
    for (const line of [
      'plan --answers hostile.txt',
      'audit verify jwks.json --keys hostile.txt',
      `verify ${hostile}`,
    ])
      expectPlain(await run(line));
    expectPlain(await program.run([hostile.replace('\r\n', '')]));
  });

  it.each(Object.entries(lines))('fails if its output cannot be written: %s', async (_name, line) => {
    service.answers(answer);
    const usual = await run(line);
    for (const code of ['ENOSPC', 'EPIPE']) {
      program.failOutput(code);
      const failed = await run(line);
      if (usual.out === '') expect(failed).toEqual(usual);
      else if (code === 'ENOSPC' || failed.err.includes('The secret is in'))
        expect(failed.code).not.toBe(exitCode.done);
      // The reader has seen enough.
      else expect(failed).toEqual({ ...usual, out: '' });
    }
  });

  it.each(['credentials create --name x', 'credentials rotate id'])(
    'keeps a secret that is shown once when its output cannot be written: %s',
    async (line) => {
      service.answers({ id: 'cred-1', name: 'x', client_secret: 'gmc_shown-once' });
      const state = program.path('.local/state/governance');
      expect(await run(line)).toMatchObject({
        code: exitCode.done,
        out: expect.stringContaining('gmc_') as unknown,
      });
      expect(readdirSync(state)).toEqual([]);
      for (const code of ['ENOSPC', 'EPIPE']) {
        program.failOutput(code);
        const failed = await run(line);
        expect(failed).toMatchObject({ code: exitCode.negative, out: '' });
        const [, path = ''] = /The secret is in (\S+): move it to its place/.exec(failed.err) ?? [];
        expect(readFileSync(path, 'utf8')).toBe('gmc_shown-once\n');
      }
    },
  );
});
