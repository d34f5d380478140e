import { UnsecuredJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const issuer = 'https://id.example.org';
const api = 'https://api.example.org';
const github = {
  GITHUB_ACTIONS: 'true',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://github.example/idtoken?api-version=2.0',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-of-the-job',
};
const stored = '.config/governance/tokens/default.json';

const jwt = (audience = issuer): string =>
  new UnsecuredJWT().setAudience(audience).setJti(randomUUID()).encode();

describe('governance login --workload', () => {
  let test: TestProgram;
  let service: FakeService;
  let refusal: object | undefined;
  let expiresIn: number;

  beforeEach(() => {
    service = new FakeService();
    [refusal, expiresIn] = [undefined, 600];
    let issued = 0;
    const answers: Record<string, () => object> = {
      '/.well-known/oauth-protected-resource': () => ({ resource: api, authorization_servers: [issuer] }),
      '/.well-known/oauth-authorization-server': () => ({ issuer, token_endpoint: `${issuer}/token` }),
      '/idtoken': () => ({ value: jwt() }),
      '/token': () =>
        refusal ?? { access_token: `token-${(issued += 1)}`, token_type: 'Bearer', expires_in: expiresIn },
      '/self/me': () => ({ sub: 'rule-1', org_id: 'org_acme', org_name: 'Acme MSP', permissions: [] }),
    };
    service.answersBy((path) => ({
      status: path === '/token' && refusal !== undefined ? 400 : 200,
      body: answers[path]?.() ?? {},
    }));
  });
  afterEach(() => {
    service.restore();
    test.remove();
  });

  function given(variables: Record<string, string>): void {
    const own = { GOVERNANCE_API_URL: api, GOVERNANCE_TOKEN_STORE: 'file' };
    test = new TestProgram({ ...own, ...variables });
  }
  const login = (...more: readonly string[]): Promise<ProgramRun> =>
    test.run(['login', '--workload', '--client-id', 'rule-1', ...more]);
  const assertions = (): (string | null)[] =>
    service.calls
      .filter(({ path }) => path === '/token')
      .map(({ body }) => new URLSearchParams(String(body)).get('assertion'));
  const quiet = ({ out, err }: ProgramRun): string => {
    for (const secret of ['canary', 'token-1', ...assertions().map(String)])
      expect(out + err).not.toContain(secret);
    return err;
  };

  it('finds GitHub Actions, says so, and keeps the tokens for their owner alone', async () => {
    given(github);
    const run = await login();
    expect(run).toMatchObject({ code: exitCode.done, out: '' });
    expect(quiet(run)).toBe('Found GitHub Actions\nSigned in as rule-1 of Acme MSP\n');
    expect((statSync(test.path(stored)).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(test.path(stored), 'utf8')).not.toContain(assertions()[0]);
  });

  it('takes the client of the rule from the environment too', async () => {
    given({ ...github, GOVERNANCE_CLIENT_ID: 'rule-2' });
    expect(await test.run(['login', '--workload'])).toMatchObject({ code: exitCode.done });
    const [sent] = service.calls.filter(({ path }) => path === '/token');
    expect(new URLSearchParams(String(sent?.body)).get('client_id')).toBe('rule-2');
  });

  it('finds the token of a job of GitLab', async () => {
    const token = jwt();
    given({ GITLAB_CI: 'true', GOVERNANCE_ID_TOKEN: token });
    expect(quiet(await login())).toContain('Found GitLab\n');
    expect(assertions()).toEqual([token]);
  });

  it('reads a file again for each token, also from another folder', async () => {
    given({});
    const file = test.path('token');
    writeFileSync(file, `${jwt()}\n`);
    expect(quiet(await login('--token-file', file))).toContain(`Found the token in ${file}\n`);
    expire();
    writeFileSync(file, jwt());
    expect(await test.run(['token'])).toMatchObject({ code: exitCode.done, out: 'token-2\n' });
    expect(new Set(assertions()).size).toBe(2);
  });

  it('takes a token on stdin, and cannot get another one', async () => {
    given({});
    const run = await test.run(['login', '--workload', '--client-id', 'r', '--token-file', '-'], jwt());
    expect(quiet(run)).toContain('Found the token on stdin\n');
    expire();
    expect(await test.run(['token'])).toMatchObject({
      code: exitCode.signIn,
      err: expect.stringContaining('sign in again') as unknown,
    });
  });

  it('gets another token when the last one ends or is refused, once for commands that run at once', async () => {
    given(github);
    await login();
    expect(await test.run(['token'])).toMatchObject({ out: 'token-1\n' });
    expire();
    const runs = await Promise.all([test.run(['token']), test.run(['whoami'])]);
    expect(runs.map(({ code }) => code)).toEqual([exitCode.done, exitCode.done]);
    expect(await test.run(['token'])).toMatchObject({ out: 'token-2\n' });
    expect(assertions()).toHaveLength(2);
    expect(new Set(assertions()).size).toBe(2);
  });

  it('says which condition of the rule fails, with what to check', async () => {
    given(github);
    refusal = {
      error: 'invalid_grant',
      error_description: 'the assertion does not meet the condition repository_id',
    };
    const run = await login();
    expect(run).toMatchObject({ code: exitCode.signIn, out: '' });
    expect(quiet(run)).toBe(
      'Found GitHub Actions\nerror: the token does not meet the condition repository_id of the trust rule: ' +
        'the claim must be a text, and the same as in the rule (invalid_grant)\n',
    );
  });

  it.each<[string, Record<string, string>, string]>([
    ['GitHub Actions', { GITHUB_ACTIONS: 'true' }, '`permissions: id-token: write`'],
    ['GitLab', { GITLAB_CI: 'true' }, `GOVERNANCE_ID_TOKEN is not set`],
    [
      'Kubernetes',
      { KUBERNETES_SERVICE_HOST: '10.0.0.1' },
      '/var/run/secrets/governance/token cannot be read',
    ],
  ])('says what %s lacks', async (platform, variables, problem) => {
    given(variables);
    const run = await login();
    expect(run.code).toBe(exitCode.signIn);
    expect(quiet(run)).toMatch(new RegExp(`^Found ${platform}\nerror: `));
    expect(run.err).toContain(problem);
    expect(assertions()).toEqual([]);
  });

  it('explains what to do on a machine without such a platform', async () => {
    given({});
    const run = await login();
    expect(run).toMatchObject({ code: exitCode.signIn, out: '' });
    expect(run.err).toContain('no job of GitHub Actions or GitLab and no pod: give --token-file FILE');
  });

  it('does not send a token for another service', async () => {
    given({});
    writeFileSync(test.path('token'), jwt('https://kubernetes.default.svc'));
    const run = await login('--token-file', test.path('token'));
    expect(run.code).toBe(exitCode.signIn);
    expect(quiet(run)).toContain(`ask the platform for a token for ${issuer}, and for no other`);
    expect(assertions()).toEqual([]);
    writeFileSync(test.path('token'), jwt('governance'));
    expect(await login('--token-file', test.path('token'), '--audience', 'governance')).toMatchObject({
      code: exitCode.done,
    });
  });

  it.each([
    ['without a client', ['--workload'], '--client-id'],
    ['with an organization', ['--workload', '--client-id', 'r', '--organization', 'o'], '--organization'],
    ['with its options alone', ['--token-file', 'x'], '--workload'],
  ])('is refused %s', async (_case, options, named) => {
    given(github);
    const run = await test.run(['login', ...options]);
    expect(run).toMatchObject({ code: exitCode.usage, err: expect.stringContaining(named) as unknown });
    expect(service.calls).toEqual([]);
  });

  it('is forgotten at sign-out', async () => {
    given(github);
    await login();
    expect(await test.run(['logout'])).toMatchObject({ code: exitCode.done, err: `Signed out of ${api}\n` });
    expect(await test.run(['token'])).toMatchObject({ code: exitCode.signIn });
  });

  /** As after ten minutes. */
  function expire(): void {
    const kept = JSON.parse(readFileSync(test.path(stored), 'utf8')) as object;
    writeFileSync(test.path(stored), JSON.stringify({ ...kept, expiresAt: 0 }));
  }
});
