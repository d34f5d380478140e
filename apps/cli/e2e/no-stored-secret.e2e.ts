import { PlatformClient, type PlatformTypes, staticToken } from '@governance/client';
import { given, opened, until } from '@governance/testing';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandLine } from './support/command-line';
import { installedClient, installedCli } from './support/packages';
import { signedInUser } from './support/signed-in-user';
import { sharedStack } from './support/stack';
import { startWorkloadPlatforms } from './support/workload-platforms';

type Rule = PlatformTypes['schemas']['TrustRule'];
type Draft = PlatformTypes['schemas']['CreateTrustRule'];

/** A machine with a JWT-SVID, as a program on it uses the packed client. */
const machine = `
import { fileAssertions, PlatformClient, WorkloadSession } from '@governance/client';
import { readFile } from 'node:fs/promises';
const [baseUrl, clientId] = process.argv.slice(2);
const assertions = fileAssertions('svid', (path) => readFile(path, 'utf8'));
const tokens = new WorkloadSession({ apiUrl: baseUrl, clientId, assertions });
const { sub } = await new PlatformClient({ baseUrl, tokens }).get('/self/me');
console.log(sub);
`;

const has = (claim: readonly string[], ...oneOf: string[]): { claim: string[]; one_of: string[] } => ({
  claim: [...claim],
  one_of: oneOf,
});

describe('an organization without a stored secret', () => {
  const stack = given(sharedStack);
  const platforms = opened(startWorkloadPlatforms);
  let admin: PlatformClient;
  let job: CommandLine;
  let pod: CommandLine;

  beforeAll(async () => {
    admin = new PlatformClient({
      baseUrl: stack.platformUrl,
      tokens: staticToken(await signedInUser(stack)),
    });
    const { program } = await installedCli();
    [job, pod] = [new CommandLine(program), new CommandLine(program)];
  });
  afterAll(() => {
    job.remove();
    pod.remove();
  });

  const create = (draft: Draft): Promise<Rule> => admin.post('/iam/trust-rules', { body: draft });
  const githubRule = (): Promise<Rule> =>
    create({
      name: 'A job',
      preset: 'github-actions',
      issuer: platforms.issuer,
      conditions: [
        has(['repository_id'], '74'),
        has(['repository_owner_id'], '65'),
        has(['ref'], 'refs/heads/main'),
      ],
    });

  interface Run {
    readonly rule: Rule;
    readonly env: Readonly<Record<string, string>>;
  }
  const run = (cli: CommandLine, { rule, env }: Run, ...args: string[]): ReturnType<CommandLine['run']> =>
    cli.run(args, {
      env: { GOVERNANCE_API_URL: stack.platformUrl, GOVERNANCE_CLIENT_ID: rule.client_id, ...env },
    });

  it('runs a CI job, which is refused at its next call after the rule was deleted', async () => {
    const rule = await githubRule();
    const given = { rule, env: platforms.githubVariables };
    const login = await run(job, given, 'login', '--workload');
    expect(login).toMatchObject({ code: 0, stdout: '' });
    expect(login.stderr).toBe(`Found GitHub Actions\nSigned in as ${rule.client_id} of Acme MSP\n`);
    expect(await run(job, given, 'credentials', 'list', '--output', 'json')).toMatchObject({
      code: 0,
      stdout: '[]\n',
    });
    await admin.delete('/iam/trust-rules/{ruleId}', { path: { ruleId: rule.id } });
    const refused = await run(job, given, 'whoami');
    // As for a revoked credential.
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('check that the client id is that of a trust rule');
    expect((await run(job, given, 'login', '--workload')).code).toBe(3);
  });

  it('names the condition that a job of another repository does not meet', async () => {
    platforms.github.claims = { repository_id: '75' };
    const given = { rule: await githubRule(), env: platforms.githubVariables };
    const refused = await run(job, given, 'login', '--workload');
    platforms.github.claims = {};
    expect(refused).toMatchObject({ code: 3, stdout: '' });
    expect(refused.stderr).toContain('does not meet the condition repository_id of the trust rule');
  });

  it('runs a pod, whose cluster has no public address', async () => {
    const issuer = 'https://kubernetes.default.svc.cluster.local';
    const rule = await create({
      name: 'A pod',
      preset: 'kubernetes',
      issuer,
      key_set: (await (await fetch(platforms.jwksUri)).json()) as NonNullable<Draft['key_set']>,
      conditions: [
        has(['kubernetes.io', 'namespace'], 'jobs'),
        has(['kubernetes.io', 'serviceaccount', 'name'], 'backup'),
        has(['kubernetes.io', 'serviceaccount', 'uid'], '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798'),
      ],
    });
    pod.write('token', platforms.sign('kubernetes', stack.issuer, { iss: issuer }));
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', GOVERNANCE_ID_TOKEN_FILE: pod.path('token') };
    const login = await run(pod, { rule, env }, 'login', '--workload');
    expect(login).toMatchObject({ code: 0, stderr: expect.stringContaining('Found Kubernetes') as unknown });
    const who = await run(pod, { rule, env }, 'whoami', '--output', 'json');
    expect(JSON.parse(who.stdout)).toMatchObject({ sub: rule.client_id, organization: 'Acme MSP' });
  });

  it('runs the program of a machine', async () => {
    const subject = 'spiffe://example.org/backup';
    const rule = await create({ name: 'Backup', preset: 'spiffe', issuer: platforms.issuer, subject });
    const { folder: cwd } = await installedClient();
    writeFileSync(join(cwd, 'svid'), platforms.sign('spiffe', stack.issuer));
    writeFileSync(join(cwd, 'machine.mjs'), machine);
    const args = ['machine.mjs', stack.platformUrl, rule.client_id];
    expect((await promisify(execFile)(process.execPath, args, { cwd })).stdout).toBe(`${rule.client_id}\n`);
  });

  it('has no credential, can forbid secrets, and sees why a rule has refused a job', async () => {
    // The provider notes refusals of some seconds together.
    const rules = await until(async () => {
      const { trust_rules: all } = await admin.get('/iam/trust-rules');
      return all.some(({ last_refused_at: at }) => at !== null) && all;
    });
    expect(rules.map(({ name, last_refusal: refusal }) => [name, refusal])).toEqual([
      ['Backup', null],
      ['A pod', null],
      ['A job', 'repository_id'],
    ]);
    expect((await admin.get('/iam/m2m-credentials')).credentials).toEqual([]);
    await admin.put('/iam/credential-policy', { body: { client_secrets: 'forbidden' } });
    const secret = { name: 'A secret', type: 'client_secret' } as const;
    await expect(admin.post('/iam/m2m-credentials', { body: secret })).rejects.toMatchObject({ status: 409 });
  });
});
