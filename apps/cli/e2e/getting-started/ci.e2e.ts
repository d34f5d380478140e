import { projectedTokenFile } from '@governance/client';
import { given, opened, runShellPage, type ShellBlock } from '@governance/testing';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { bash } from '../support/bash';
import { installedCli } from '../support/packages';
import { signedInUser } from '../support/signed-in-user';
import { sharedStack } from '../support/stack';
import { npmWith, stubCommands } from '../support/stub-commands';
import { type Step, WorkflowJob } from '../support/workflow-job';
import { startWorkloadPlatforms } from '../support/workload-platforms';

const workspace = join(__dirname, '../../../..');
const page = join(workspace, 'docs/getting-started/ci.md');
const cluster = 'https://kubernetes.default.svc.cluster.local';

interface Rule {
  readonly client_id: string;
  readonly audience: string;
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly call: { readonly steps: readonly Step[] } };
}
interface Pipeline {
  readonly call: {
    readonly id_tokens: Readonly<Record<string, { readonly aud: string }>>;
    readonly script: readonly string[];
  };
}
interface Pod {
  readonly spec: {
    readonly containers: readonly [
      {
        readonly command: readonly string[];
        readonly env: readonly { readonly name: string; readonly value: string }[];
        readonly volumeMounts: readonly [{ readonly name: string; readonly mountPath: string }];
      },
    ];
    readonly volumes: readonly [
      {
        readonly name: string;
        readonly projected: {
          readonly sources: readonly [
            { readonly serviceAccountToken: { readonly path: string; readonly audience: string } },
          ];
        };
      },
    ];
  };
}

describe('docs/getting-started/ci.md', () => {
  const stack = given(sharedStack);
  const cli = given(installedCli);
  const platforms = opened(startWorkloadPlatforms);
  const folder = mkdtempSync(join(tmpdir(), 'ci-'));
  let blocks: ShellBlock[];
  let samples: string[];
  let rules: Rule[];
  let path: string;

  beforeAll(async () => {
    writeFileSync(join(folder, 'jwks.json'), await (await fetch(platforms.jwksUri)).text());
    path = stubCommands(join(folder, 'stubs'), {
      npm: npmWith(cli.archive),
      gh: `case "$*" in
'api repos/octo-org/octo-repo --jq .id') echo 74 ;;
'api repos/octo-org/octo-repo --jq .owner.id') echo 65 ;;
*) exit 1 ;;
esac`,
      kubectl: `case "$*" in
'get --raw /.well-known/openid-configuration') echo '{"issuer":"${cluster}"}' ;;
'get --raw /openid/v1/jwks') cat '${join(folder, 'jwks.json')}' ;;
'get serviceaccount backup -n jobs -o jsonpath={.metadata.uid}') printf 14ee3fa4-a7e2-420f-9f9a-dbc4507c3798 ;;
*) exit 1 ;;
esac`,
    });
    blocks = await runShellPage(page, {
      cwd: workspace,
      env: {
        API_URL: stack.platformUrl,
        USER_TOKEN: await signedInUser(stack),
        GITHUB_ISSUER: platforms.issuer,
        GITLAB_ISSUER: platforms.issuer,
        PATH: path,
      },
    });
    rules = [1, 2, 3].map((position) => JSON.parse(printed(position)) as Rule);
    samples = [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(
      ([, text = '']) => text,
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const printed = (position: number): string => blocks[position]?.output ?? '';
  const sample = (position: number): unknown => parse(samples[position] ?? '');
  const ruleOf = (position: number): Rule => rules[position] ?? { client_id: '', audience: '' };
  const signedIn = (position: number): unknown =>
    expect.stringMatching(new RegExp(`sub +${ruleOf(position).client_id}\\b`));

  /** What a script prints in a new container, in which npm installs for all users. */
  async function inContainer(script: string, env: Readonly<Record<string, string>>): Promise<string> {
    const home = mkdtempSync(join(folder, 'home-'));
    const { code, output } = await bash(script, {
      cwd: home,
      env: {
        HOME: home,
        PATH: [path, join(home, 'global/bin')].join(delimiter),
        npm_config_prefix: join(home, 'global'),
        npm_config_offline: 'true',
        ...env,
      },
    });
    if (code !== 0) throw new Error(`it ended with ${String(code)}: ${output}`);
    return output;
  }

  it('calls from a job of GitHub Actions', async () => {
    const { permissions, jobs } = sample(0) as Workflow;
    const mayAsk = permissions['id-token'] === 'write';
    const job = new WorkflowJob({ PATH: path, ...(mayAsk && platforms.githubVariables) });
    await job.run(jobs.call.steps, {
      'vars.GOVERNANCE_API_URL': stack.platformUrl,
      'vars.GOVERNANCE_CLIENT_ID': ruleOf(0).client_id,
    });
    expect(job.log).toEqual(signedIn(0));
    job.close();
  });

  it('calls from a job of GitLab', async () => {
    const { call } = sample(1) as Pipeline;
    const variables: Readonly<Record<string, string>> = {
      GITLAB_CI: 'true',
      GOVERNANCE_API_URL: stack.platformUrl,
      GOVERNANCE_CLIENT_ID: ruleOf(1).client_id,
      GOVERNANCE_AUDIENCE: ruleOf(1).audience,
    };
    const tokens = Object.entries(call.id_tokens).map(([name, { aud }]) => [
      name,
      platforms.sign('gitlab', variables[aud.slice(1)] ?? ''),
    ]);
    const env = { ...variables, ...(Object.fromEntries(tokens) as Record<string, string>) };
    expect(await inContainer(call.script.join('\n'), env)).toEqual(signedIn(1));
  });

  it('calls from a pod', async () => {
    const { containers, volumes } = (sample(2) as Pod).spec;
    const [{ command, env, volumeMounts }] = containers;
    const [{ serviceAccountToken: projected }] = volumes[0].projected.sources;
    expect([volumeMounts[0].name, join(volumeMounts[0].mountPath, projected.path)]).toEqual([
      volumes[0].name,
      projectedTokenFile,
    ]);
    // This machine cannot mount the volume at its path.
    const mounted = join(folder, 'mounted');
    mkdirSync(mounted);
    const own: Readonly<Record<string, string>> = {
      'https://api.example.org': stack.platformUrl,
      'https://id.example.org': ruleOf(2).audience,
    };
    const token = platforms.sign('kubernetes', own[projected.audience] ?? '', { iss: cluster });
    writeFileSync(join(mounted, projected.path), token);
    const given = env.map(({ name, value }) => [name, own[value] ?? ruleOf(2).client_id]);
    const output = await inContainer(command.at(-1) ?? '', {
      KUBERNETES_SERVICE_HOST: '10.96.0.1',
      GOVERNANCE_ID_TOKEN_FILE: join(mounted, projected.path),
      ...(Object.fromEntries(given) as Record<string, string>),
    });
    expect(output).toContain('Found Kubernetes\n');
    expect(output).toEqual(signedIn(2));
  });

  it('shows rules, and no credential', () => {
    const [list = '', credentials = ''] = printed(4).split('\n');
    expect((JSON.parse(list) as { trust_rules: unknown[] }).trust_rules).toHaveLength(3);
    expect(JSON.parse(credentials)).toEqual({ credentials: [] });
  });
});
