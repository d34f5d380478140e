import { type ImageTarget, readImageTargets } from './image-targets';
import { type KubernetesObject } from './manifests';
import { type Workload, workloadsOf } from './workload';

/** Problems, one text each. */
export type ManifestRule = (manifests: Manifests) => readonly string[];

export interface Manifests {
  readonly objects: readonly KubernetesObject[];
  readonly workloads: readonly Workload[];
  /** Workloads that run until stopped. */
  readonly deployments: readonly Workload[];
  /** The data of the ConfigMap `addresses`. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly targets: ReadonlyMap<string, ImageTarget>;
}

export function manifestsOf(objects: readonly KubernetesObject[]): Manifests {
  const targets = readImageTargets();
  const workloads = workloadsOf(objects, targets);
  const [addresses] = ofKind(objects, 'ConfigMap').filter(({ metadata }) => metadata.name === 'addresses');
  return {
    objects,
    workloads,
    targets,
    deployments: workloads.filter(({ object }) => object.kind === 'Deployment'),
    addresses: (addresses?.data ?? {}) as Record<string, string>,
  };
}

export function ofKind(objects: readonly KubernetesObject[], kind: string): readonly KubernetesObject[] {
  return objects.filter((object) => object.kind === kind);
}

/** Problems of each workload, prefixed with its name. */
export function ofEach(
  workloads: readonly Workload[],
  problems: (workload: Workload) => readonly (string | false | undefined)[],
): readonly string[] {
  return workloads.flatMap((workload) =>
    problems(workload)
      .filter((problem) => typeof problem === 'string')
      .map((problem) => `${workload.name}: ${problem}`),
  );
}
