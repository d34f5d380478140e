import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expectApplied, kubectl, manifests, namespace } from './kubectl';

const asProof = ['--dry-run=server', '--warnings-as-errors'];
const labels = { app: 'unconfined' };
const unconfined = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'unconfined', namespace },
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'any', image: 'registry.invalid/any' }] },
    },
  },
};

describe('the manifests on a real API server', () => {
  const scratch = mkdtempSync(join(manifests, 'proof-'));

  beforeAll(() => {
    expectApplied('-f', join(manifests, 'base/namespace.yaml'));
    // Without pods it enforces nothing. It warns of their templates.
    const label = 'pod-security.kubernetes.io/warn=restricted';
    expect(kubectl('label', 'namespace', namespace, label)).toMatchObject({ code: 0, stderr: '' });
  });
  afterAll(() => {
    rmSync(scratch, { recursive: true });
  });

  it('are judged by the restricted profile', () => {
    const file = join(scratch, 'deployment.json');
    writeFileSync(file, JSON.stringify(unconfined));
    const { code, stderr } = kubectl('apply', '--server-side', ...asProof, '-f', file);
    expect(code).toBe(1);
    expect(stderr).toContain('would violate PodSecurity "restricted:latest"');
  });

  it.each([
    'base',
    'public',
    'platform',
    'identity-provider',
    'migration',
    'example/services',
    'example/migration',
  ])('%s is accepted without a warning', (folder) => {
    expectApplied(...asProof, '-k', join(manifests, folder));
  });

  it.each(readdirSync(join(manifests, 'components')))(
    'the component %s is accepted without a warning',
    (name) => {
      const folder = join(scratch, name);
      mkdirSync(folder);
      const to = (path: string): string => relative(folder, join(manifests, path));
      writeFileSync(
        join(folder, 'kustomization.yaml'),
        JSON.stringify({
          resources: ['base', 'public', 'platform', 'identity-provider'].map(to),
          components: [to(`components/${name}`)],
        }),
      );
      expectApplied(...asProof, '-k', folder);
    },
  );
});
