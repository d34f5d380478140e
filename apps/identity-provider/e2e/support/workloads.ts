import { type ClaimCondition, type TrustPreset } from '@governance/iam';
import { randomUUID } from 'node:crypto';
import { trustGrantType } from '../../src/oauth/trust-exchange';
import { type IdentityServer } from './identity-server';
import { organization, permissions } from './machines';
import { type Claims } from './workload-issuer';

/** A workload of a platform, with its rule. The claims are those that the platform documents. */
export interface Workload {
  readonly claims: Claims;
  readonly rule: { readonly subject?: string; readonly conditions: readonly ClaimCondition[] };
  /** The claim that no other workload has. */
  readonly decisive: readonly string[];
  /** Other workloads that look like it, with the condition that fails. */
  readonly others: readonly (readonly [what: string, claims: Claims, condition: string])[];
}

const is = (claim: readonly string[], ...oneOf: string[]): ClaimCondition => ({ claim, oneOf });

const serviceAccount = { name: 'backup', uid: '14ee3fa4-a7e2-420f-9f9a-dbc4507c3798' };
const inCluster = (changes: object, account = serviceAccount): Claims => ({
  'kubernetes.io': {
    namespace: 'jobs',
    pod: { name: 'backup-7', uid: 'e4bde3a1-1e5f-4f3c-a3f0-9a0b2b5d3c11' },
    serviceaccount: account,
    ...changes,
  },
});

export const workloads: Readonly<Record<TrustPreset, Workload>> = {
  'github-actions': {
    claims: {
      sub: 'repo:octo-org/octo-repo:environment:production',
      repository: 'octo-org/octo-repo',
      repository_id: '74',
      repository_owner: 'octo-org',
      repository_owner_id: '65',
      repository_visibility: 'private',
      ref: 'refs/heads/main',
      ref_type: 'branch',
      environment: 'production',
      event_name: 'push',
      run_id: '2',
    },
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
  gitlab: {
    claims: {
      sub: 'project_path:mygroup/my-project:ref_type:branch:ref:main',
      namespace_id: '72',
      namespace_path: 'mygroup',
      project_id: '20',
      project_path: 'mygroup/my-project',
      ref: 'main',
      ref_type: 'branch',
      ref_protected: 'true',
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
