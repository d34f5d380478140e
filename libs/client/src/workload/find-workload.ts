import { type AssertionSource, type Variables } from './assertion-source';
import { fileAssertions, type ReadText } from './file-assertions';
import { githubAssertions } from './github-assertions';
import { variableAssertions } from './variable-assertions';

/** A process whose platform signs tokens for it. */
export interface Workload {
  readonly platform: 'GitHub Actions' | 'GitLab' | 'Kubernetes';
  readonly assertions: AssertionSource;
}

export interface WorkloadSurroundings {
  readonly variables: Variables;
  readonly readText: ReadText;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Where a pod has its token for us, unless `GOVERNANCE_ID_TOKEN_FILE` names another file. The one at the usual path is for the Kubernetes API, and must not be sent elsewhere. */
export const projectedTokenFile = '/var/run/secrets/governance/token';

/** The platform of this process; undefined: none that is known. The runner of a job can itself be a pod, so pods are last. */
export function findWorkload({ variables, readText, fetch }: WorkloadSurroundings): Workload | undefined {
  if (variables.GITHUB_ACTIONS === 'true')
    return { platform: 'GitHub Actions', assertions: githubAssertions(variables, fetch) };
  if (variables.GITLAB_CI === 'true')
    return { platform: 'GitLab', assertions: variableAssertions(variables) };
  if (!variables.KUBERNETES_SERVICE_HOST) return undefined;
  const { GOVERNANCE_ID_TOKEN_FILE: file = projectedTokenFile } = variables;
  return { platform: 'Kubernetes', assertions: fileAssertions(file, readText) };
}
