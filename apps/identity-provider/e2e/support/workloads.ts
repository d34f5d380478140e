import { type ClaimCondition, type TrustPreset } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { trustGrantType } from '../../src/oauth/trust-exchange';
import { LastExchanges } from '../../src/trust-rules/last-exchanges';
import { type IdentityApp } from './identity-app';
import { type IdentityServer } from './identity-server';
import { organization, permissions } from './machines';
import { type Claims } from './workload-issuer';

/** A workload of a platform, with its rule. The claims are those that the platform documents, besides those of every assertion. */
export interface Workload {
  readonly claims: Claims;
  /** Of the header, besides `alg`, `kid` and `typ`. */
  readonly header?: Record<string, unknown>;
  readonly rule: { readonly subject?: string; readonly conditions: readonly ClaimCondition[] };
  /** The claim that no other workload has. */
  readonly decisive: readonly string[];
  /** Other workloads that look like it, with the condition that fails. */
  readonly others: readonly (readonly [what: string, claims: Claims, condition: string])[];
}

const is = (claim: readonly string[], ...oneOf: string[]): ClaimCondition => ({ claim, oneOf });

const serviceAccount = { name: 'backup', uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' };
// https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/
const inCluster = (changes: object, account = serviceAccount): Claims => ({
  'kubernetes.io': {
    namespace: 'jobs',
    node: { name: 'node-1', uid: '1f2cf1c7-3f0a-4d25-a2c5-2e4ef0c3f9d0' },
    pod: { name: 'backup-7', uid: 'e4bde3a1-1e5f-4f3c-a3f0-9a0b2b5d3c11' },
    serviceaccount: account,
    warnafter: 1_764_000_000,
    ...changes,
  },
});

export const workloads: Readonly<Record<TrustPreset, Workload>> = {
  // https://docs.github.com/en/actions/reference/security/oidc
  'github-actions': {
    claims: {
      sub: 'repo:octo-org/octo-repo:environment:production',
      actor: 'octocat',
      actor_id: '12',
      base_ref: '',
      check_run_id: '41',
      enterprise: 'avocado-corp',
      enterprise_id: '2',
      environment: 'production',
      event_name: 'workflow_dispatch',
      head_ref: '',
      job_workflow_ref: 'octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main',
      job_workflow_sha: '7f93a73b8273af5d35fcd70661704c1cadc57054',
      ref: 'refs/heads/main',
      ref_protected: 'true',
      ref_type: 'branch',
      repository: 'octo-org/octo-repo',
      repository_id: '74',
      repository_owner: 'octo-org',
      repository_owner_id: '65',
      repository_visibility: 'private',
      run_attempt: '2',
      run_id: '9106',
      run_number: '10',
      runner_environment: 'github-hosted',
      sha: '0d1b5c7e2f7a4c0c9b8e6b3f5a2d4c6e8f0a1b3c',
      workflow: 'Nightly',
      workflow_ref: 'octo-org/octo-repo/.github/workflows/nightly.yml@refs/heads/main',
      workflow_sha: '0d1b5c7e2f7a4c0c9b8e6b3f5a2d4c6e8f0a1b3c',
    },
    header: { x5t: 'a-thumbprint' },
    rule: {
      conditions: [
        is(['repository_id'], '74'),
        is(['repository_owner_id'], '65'),
        is(['ref'], 'refs/heads/main', 'refs/heads/release'),
      ],
    },
    decisive: ['repository_id'],
    others: [
      ['another repository with the same name', { repository_id: '75' }, 'repository_id'],
      ['a fork', { repository: 'mallory/octo-repo', repository_id: '99' }, 'repository_id'],
      ['an owner whose name was registered again', { repository_owner_id: '66' }, 'repository_owner_id'],
      ['another branch', { ref: 'refs/heads/main2' }, 'ref'],
      ['a tag with the name of the branch', { ref: 'refs/tags/main' }, 'ref'],
    ],
  },
  // https://docs.gitlab.com/ci/secrets/id_token_authentication/
  gitlab: {
    claims: {
      sub: 'project_path:mygroup/my-project:ref_type:branch:ref:main',
      namespace_id: '72',
      namespace_path: 'mygroup',
      project_id: '20',
      project_path: 'mygroup/my-project',
      project_visibility: 'private',
      user_id: '1',
      user_login: 'sample-user',
      user_email: 'sample-user@example.com',
      user_access_level: 'developer',
      user_identities: [{ provider: 'github', extern_uid: '2435223452345' }],
      groups_direct: ['mygroup/mysubgroup', 'another'],
      pipeline_id: '574',
      pipeline_source: 'push',
      job_id: '302',
      ref: 'main',
      ref_type: 'branch',
      ref_path: 'refs/heads/main',
      ref_protected: 'true',
      environment: 'production',
      environment_protected: 'true',
      environment_action: 'start',
      deployment_tier: 'production',
      runner_id: 1,
      runner_environment: 'gitlab-hosted',
      sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
      ci_config_ref_uri: 'gitlab.example.com/mygroup/my-project//.gitlab-ci.yml@refs/heads/main',
      ci_config_sha: '714a629c0b401fdce83e847fc9589983fc6f46bc',
    },
    rule: { conditions: [is(['project_id'], '20'), is(['ref_protected'], 'true')] },
    decisive: ['project_id'],
    others: [
      ['another project with the same path', { project_id: '21' }, 'project_id'],
      ['a fork', { project_path: 'mallory/my-project', project_id: '2020' }, 'project_id'],
      ['an unprotected branch', { ref_protected: 'false' }, 'ref_protected'],
    ],
  },
  kubernetes: {
    claims: { sub: 'system:serviceaccount:jobs:backup', ...inCluster({}) },
    rule: {
      conditions: [
        is(['kubernetes.io', 'namespace'], 'jobs'),
        is(['kubernetes.io', 'serviceaccount', 'name'], serviceAccount.name),
        is(['kubernetes.io', 'serviceaccount', 'uid'], serviceAccount.uid),
      ],
    },
    decisive: ['kubernetes.io', 'serviceaccount', 'uid'],
    others: [
      [
        'a service account that was made again',
        inCluster({}, { name: 'backup', uid: randomUUID() }),
        'kubernetes.io.serviceaccount.uid',
      ],
      ['another namespace', inCluster({ namespace: 'jobs-2' }), 'kubernetes.io.namespace'],
      [
        'a pod with the uid of the account',
        inCluster({ pod: serviceAccount }, { name: 'backup', uid: 'x' }),
        'kubernetes.io.serviceaccount.uid',
      ],
      ['no bound account', { 'kubernetes.io': { namespace: 'jobs' } }, 'kubernetes.io.serviceaccount.name'],
    ],
  },
  spiffe: {
    claims: { sub: 'spiffe://example.org/backup' },
    rule: { subject: 'spiffe://example.org/backup', conditions: [] },
    decisive: ['sub'],
    others: [
      ['a workload below it', { sub: 'spiffe://example.org/backup/other' }, 'sub'],
      ['the same path in another trust domain', { sub: 'spiffe://example.com/backup' }, 'sub'],
    ],
  },
  oidc: {
    claims: { sub: 'workload-1', team: 'platform' },
    rule: { subject: 'workload-1', conditions: [is(['team'], 'platform', 'data')] },
    decisive: ['sub'],
    others: [
      ['another subject', { sub: 'workload-2' }, 'sub'],
      ['another team', { team: 'platforms' }, 'team'],
    ],
  },
};

export interface TrustedClient {
  readonly ruleId: string;
  readonly clientId: string;
}

/** The rule of a workload, for the provider at `audience`. */
export function trustRule(
  audience: string,
  preset: TrustPreset,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const { rule } = workloads[preset];
  return { name: 'Nightly backup', permissions, preset, audience, singleUse: false, ...rule, ...changes };
}

/** Adds a rule for a workload. */
export async function addTrustRule(
  { manage, issuer }: Pick<IdentityServer, 'manage' | 'issuer'>,
  preset: TrustPreset,
  changes: Record<string, unknown> = {},
): Promise<TrustedClient> {
  const ruleId = randomUUID();
  const path = `/organizations/${organization}/trust-rules/${ruleId}`;
  const { status, text, body } = await manage('PUT', path, trustRule(issuer, preset, changes));
  if (status !== 200) throw new Error(`the rule was not made: ${status} ${text}`);
  return { ruleId, clientId: String(body.clientId) };
}

/** The form that exchanges an assertion for a token. */
export function exchangeForm(
  { clientId }: Pick<TrustedClient, 'clientId'>,
  assertion: string,
): Record<string, string> {
  return { grant_type: trustGrantType, client_id: clientId, assertion };
}

/** The condition of the last refusal, as admins see it. Undefined if there was none. */
export async function lastRefusedCondition(
  { manage, get }: Pick<IdentityApp, 'manage' | 'get'>,
  { ruleId }: TrustedClient,
): Promise<string | undefined> {
  await get(LastExchanges).flush();
  const { body } = await manage('GET', `/organizations/${organization}/trust-rules/${ruleId}`);
  return (body.lastRefusal as { readonly condition: string } | null)?.condition;
}
