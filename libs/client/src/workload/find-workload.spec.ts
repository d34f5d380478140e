import { findWorkload, projectedTokenFile } from './find-workload';

describe('the platform of a workload', () => {
  const platformOf = (variables: Record<string, string>): string | undefined =>
    findWorkload({ variables, readText: (path) => Promise.resolve(path) })?.platform;

  it.each([
    ['GitHub Actions', { GITHUB_ACTIONS: 'true', KUBERNETES_SERVICE_HOST: '10.0.0.1' }],
    ['GitLab', { GITLAB_CI: 'true', KUBERNETES_SERVICE_HOST: '10.0.0.1' }],
    ['Kubernetes', { KUBERNETES_SERVICE_HOST: '10.0.0.1' }],
    [undefined, { GITHUB_ACTIONS: '', GITLAB_CI: 'false', CI: 'true' }],
  ])('is found by its variables: %s', (platform, variables) => {
    expect(platformOf(variables as Record<string, string>)).toBe(platform);
  });

  it('is read from our own file in a pod, never from the one for the Kubernetes API', async () => {
    const variables = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
    const found = findWorkload({ variables, readText: (path) => Promise.resolve(path) });
    expect(await found?.assertions('audience')).toBe(projectedTokenFile);
    const own = { ...variables, GOVERNANCE_ID_TOKEN_FILE: '/svid' };
    const named = findWorkload({ variables: own, readText: (path) => Promise.resolve(path) });
    expect(await named?.assertions('audience')).toBe('/svid');
  });
});
