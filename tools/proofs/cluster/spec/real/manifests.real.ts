import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type KubernetesObject, parseObjects } from '../../../deploy/spec/support/kubernetes/manifests';
import { expectApplied, kubectl, manifests, namespace } from './kubectl';

interface Rendered extends KubernetesObject {
  spec: Record<string, unknown>;
}

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

const scratch = mkdtempSync(join(manifests, 'proof-'));
beforeAll(() => {
  for (const file of ['base/namespace.yaml', 'components/cnpg/namespace.yaml'])
    expectApplied('-f', join(manifests, file));
  for (const file of process.env.RESOURCE_DEFINITIONS?.split(',') ?? []) expectApplied('-f', file);
  const established = ['wait', '--for=condition=Established', '--timeout=30s', 'crd', '--all'];
  expect(kubectl(...established)).toMatchObject({ code: 0, stderr: '' });
  // Without pods it enforces nothing. It warns of their templates.
  const label = 'pod-security.kubernetes.io/warn=restricted';
  expect(kubectl('label', 'namespace', namespace, label)).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe('the manifests on a real API server', () => {
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
    'example/database',
  ])('%s is accepted without a warning', (folder) => {
    expectApplied(...asProof, '-k', join(manifests, folder));
  });

  it.each(readdirSync(join(manifests, 'components')))(
    'the component %s is accepted without a warning',
    (name) => {
      expectApplied(...asProof, '-k', overlayWith(name));
    },
  );
});

describe('the components', () => {
  it('are judged by the definitions of operators too', () => {
    const [scaled] = renderedWith('keda').filter(({ kind }) => kind === 'ScaledObject');
    const file = join(scratch, 'scaled-object.json');
    writeFileSync(file, JSON.stringify({ ...scaled, spec: { ...scaled?.spec, minReplicas: 1 } }));
    const { code, stderr } = kubectl('apply', '--server-side', ...asProof, '-f', file);
    expect(code).toBe(1);
    expect(stderr).toContain('minReplicas');
  });

  it('leave one autoscaler for each program, and bounds of a small cluster, with the components keda and small', () => {
    const objects = renderedWith('keda', 'small');
    const bounds = (wanted: string): unknown[] =>
      objects.flatMap(({ kind, metadata, spec }) =>
        kind === wanted ? [[metadata.name, spec.minReplicas ?? spec.minReplicaCount]] : [],
      );
    expect(bounds('HorizontalPodAutoscaler')).toEqual([['public-browser', 1]]);
    expect(bounds('ScaledObject')).toEqual(
      ['identity-provider', 'platform-api', 'platform-worker', 'public-api', 'public-worker'].map((name) => [
        name,
        1,
      ]),
    );
  });
});

/** An overlay with all programs and these components. */
function overlayWith(...names: readonly string[]): string {
  const folder = join(scratch, names.join('-and-'));
  mkdirSync(folder, { recursive: true });
  const to = (path: string): string => relative(folder, join(manifests, path));
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    JSON.stringify({
      resources: ['base', 'public', 'platform', 'identity-provider'].map(to),
      components: names.map((name) => to(`components/${name}`)),
    }),
  );
  return folder;
}

function renderedWith(...names: readonly string[]): Rendered[] {
  return parseObjects(kubectl('kustomize', overlayWith(...names)).stdout) as Rendered[];
}
