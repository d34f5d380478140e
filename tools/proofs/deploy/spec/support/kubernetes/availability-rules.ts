import * as z from 'zod';
import { type KubernetesObject } from './manifests';
import { type ManifestRule, type Manifests, ofEach, ofKind } from './manifest-rule';
import { type Workload } from './workload';

const autoscaler = z.looseObject({
  scaleTargetRef: z.object({ kind: z.literal('Deployment'), name: z.string() }),
  minReplicas: z.number(),
  maxReplicas: z.number(),
  metrics: z.array(z.looseObject({ type: z.string() })),
});

/** The sleep before SIGTERM lets load balancers notice the shutdown (docs/operations.md, Stopping). */
export const endingsAreOrderly: ManifestRule = ({ deployments }) =>
  ofEach(deployments, ({ object, pod, container }) => {
    const { strategy } = object.spec as { strategy?: { rollingUpdate?: { maxUnavailable?: unknown } } };
    const { lifecycle, terminationGracePeriodSeconds } = { ...container, ...pod.spec };
    return [
      JSON.stringify(lifecycle) !== '{"preStop":{"sleep":{"seconds":5}}}' &&
        'does not wait 5 seconds before SIGTERM',
      terminationGracePeriodSeconds !== 20 && 'is not given 20 seconds to end',
      strategy?.rollingUpdate?.maxUnavailable !== 0 && 'is replaced before its successor is ready',
    ];
  });

export const disruptionsAreBounded: ManifestRule = ({ objects, deployments }) =>
  ofEach(deployments, (workload) => {
    const budgets = ofKind(objects, 'PodDisruptionBudget')
      .map((object) => object.spec as { selector?: unknown; maxUnavailable?: unknown })
      .filter(({ selector }) => selects(selector, workload));
    const spread = workload.pod.spec.topologySpreadConstraints as
      { topologyKey: string; labelSelector: unknown }[] | undefined;
    return [
      budgets.length !== 1 && `has ${budgets.length} disruption budgets`,
      budgets.some(({ maxUnavailable }) => maxUnavailable !== 1) && 'may lose more than one at a time',
      ...['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map(
        (key) =>
          !spread?.some(
            ({ topologyKey, labelSelector }) => topologyKey === key && selects(labelSelector, workload),
          ) && `is not spread by ${key}`,
      ),
      !selects(specOf(workload).selector, workload) && 'does not select its own pods',
    ];
  });

export const everythingScales: ManifestRule = (manifests) =>
  ofEach(manifests.deployments, (workload) => {
    const scalers = scalersOf(manifests, workload);
    return [
      scalers.length !== 1 && `has ${scalers.length} autoscalers`,
      scalers.some(({ minReplicas, maxReplicas }) => minReplicas < 2 || maxReplicas <= minReplicas) &&
        'cannot lose one replica, or cannot scale up',
      specOf(workload).replicas !== undefined && 'resets the number set by the autoscaler',
      // A cluster offers CPU time with the metrics server alone. The component `keda` adds requests and queues.
      ...scalers
        .flatMap(({ metrics }) => metrics)
        .map(({ type }) => type !== 'Resource' && `scales by ${type}`),
    ];
  });

function scalersOf({ objects }: Manifests, { name }: Workload): readonly z.output<typeof autoscaler>[] {
  return ofKind(objects, 'HorizontalPodAutoscaler')
    .map((object: KubernetesObject) => autoscaler.parse(object.spec))
    .filter(({ scaleTargetRef }) => scaleTargetRef.name === name);
}

function specOf({ object }: Workload): { readonly replicas?: number; readonly selector?: unknown } {
  return object.spec as { replicas?: number; selector?: unknown };
}

function selects(selector: unknown, { name }: Workload): boolean {
  return JSON.stringify(selector) === JSON.stringify({ matchLabels: { 'app.kubernetes.io/name': name } });
}
