import { closeServer, listen, startTokenIssuer } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

type Claims = Readonly<Record<string, unknown>>;

/** The claims that each platform documents, of one workload. */
const documented = {
  'github-actions': {
    sub: 'repo:octo-org/octo-repo:ref:refs/heads/main',
    repository: 'octo-org/octo-repo',
    repository_id: '74',
    repository_owner: 'octo-org',
    repository_owner_id: '65',
    ref: 'refs/heads/main',
    ref_type: 'branch',
    event_name: 'push',
    job_workflow_ref: 'octo-org/octo-repo/.github/workflows/governance.yml@refs/heads/main',
    runner_environment: 'github-hosted',
  },
  gitlab: {
    sub: 'project_path:mygroup/my-project:ref_type:branch:ref:main',
    project_id: '20',
    project_path: 'mygroup/my-project',
    namespace_id: '72',
    ref: 'main',
    ref_type: 'branch',
    ref_protected: 'true',
    pipeline_source: 'push',
  },
  kubernetes: {
    sub: 'system:serviceaccount:jobs:backup',
    'kubernetes.io': {
      namespace: 'jobs',
      pod: { name: 'backup-7', uid: 'e4bde3a1-1e5f-4f3c-a3f0-9a0b2b5d3c11' },
      serviceaccount: { name: 'backup', uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' },
    },
  },
  spiffe: { sub: 'spiffe://example.org/backup' },
} satisfies Record<string, Claims>;

export type WorkloadPlatform = keyof typeof documented;

/** The platforms of workloads: one issuer on this machine signs the claims of each. */
export interface WorkloadPlatforms {
  readonly issuer: string;
  readonly jwksUri: string;
  /** The variables of a job of GitHub Actions that may ask for tokens. */
  readonly githubVariables: Readonly<Record<string, string>>;
  /** What jobs of GitHub get from now on, besides the documented claims. */
  readonly github: { claims: Claims };
  sign(platform: WorkloadPlatform, audience: string, claims?: Claims): string;
  close(): Promise<void>;
}

export async function startWorkloadPlatforms(): Promise<WorkloadPlatforms> {
  const issuing = await startTokenIssuer();
  const { issuer, jwksUri } = issuing;
  const sign = (platform: WorkloadPlatform, audience: string, claims: Claims = {}): string =>
    issuing.mint({
      header: { typ: 'JWT' },
      claims: { aud: audience, jti: randomUUID(), ...documented[platform], ...claims },
    });
  const requestToken = randomUUID();
  const github = { claims: {} };
  const service = createServer(({ url = '', headers }, response) => {
    const audience = new URL(url, issuer).searchParams.get('audience') ?? '';
    const mayAsk = headers.authorization === `Bearer ${requestToken}`;
    response.writeHead(mayAsk ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(mayAsk ? { value: sign('github-actions', audience, github.claims) } : {}));
  });
  const port = await listen(service);
  return {
    issuer,
    jwksUri,
    githubVariables: {
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/idtoken?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
    },
    github,
    sign,
    close: async () => {
      await closeServer(service);
      await issuing.close();
    },
  };
}
