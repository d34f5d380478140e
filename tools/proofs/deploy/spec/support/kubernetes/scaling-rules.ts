import * as z from 'zod';
import { unknownMetrics } from '../prometheus-rules';
import { type Manifests, ofEach, ofKind } from './manifest-rule';
import { type Workload } from './workload';

const trigger = z.strictObject({
  type: z.string(),
  metricType: z.enum(['Utilization', 'AverageValue', 'Value']),
  authenticationRef: z.strictObject({ name: z.string() }).optional(),
  metadata: z.record(z.string(), z.string()),
});
const scaledObject = z.object({
  metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).default({}) }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string() }),
    minReplicaCount: z.number(),
    maxReplicaCount: z.number(),
    advanced: z.strictObject({ horizontalPodAutoscalerConfig: z.strictObject({ name: z.string() }) }),
    triggers: z.array(trigger),
  }),
});
const authentication = z.strictObject({
  secretTargetRef: z.tuple([
    z.strictObject({ parameter: z.literal('connection'), name: z.string(), key: z.string() }),
  ]),
});
type ScaledObject = z.output<typeof scaledObject>;
type Trigger = z.output<typeof trigger>;

/** Of the component `keda`: what its objects promise to the programs. */
export function scalingProblems(manifests: Manifests, documentation: string): readonly string[] {
  const { objects, deployments } = manifests;
  const secrets = new Map(
    ofKind(objects, 'TriggerAuthentication').map(({ metadata, spec }) => {
      const [{ name, key }] = authentication.parse(spec).secretTargetRef;
      return [metadata.name, `${name}/${key}`];
    }),
  );
  const undocumented = [...secrets.values()].filter((secret) => !documentation.includes(`\`${secret}\``));
  return [
    ...ofEach(deployments, (workload) => {
      const scaled = scaledObjectsOf(manifests, workload);
      const others = ofKind(objects, 'HorizontalPodAutoscaler').filter(
        ({ metadata }) => metadata.name === workload.name,
      );
      const count = scaled.length + others.length;
      return [
        count !== 1 && `has ${count} autoscalers`,
        ...scaled.flatMap((object) => [
          ...ownershipProblems(object),
          ...triggerProblems(object.spec.triggers, workload, secrets),
        ]),
      ];
    }),
    ...undocumented.map((secret) => `docs/deployment.md does not list ${secret}`),
  ];
}

/** Without both, KEDA refuses, or adds an autoscaler to the one that runs. */
function ownershipProblems({ metadata, spec }: ScaledObject): readonly (string | false)[] {
  const { minReplicaCount: fewest, maxReplicaCount: most, advanced, scaleTargetRef: target } = spec;
  return [
    (metadata.annotations['scaledobject.keda.sh/transfer-hpa-ownership'] !== 'true' ||
      advanced.horizontalPodAutoscalerConfig.name !== target.name) &&
      'does not take over the autoscaler of the folders',
    (fewest < 2 || most <= fewest) && `cannot lose one replica, or cannot scale up: ${fewest} to ${most}`,
  ];
}

function triggerProblems(
  triggers: readonly Trigger[],
  workload: Workload,
  secrets: ReadonlyMap<string, string>,
): readonly (string | false)[] {
  const types = triggers.map(({ type }) => type).join(', ');
  const expected = workload.program?.kind === 'worker' ? 'postgresql, prometheus' : 'cpu, prometheus';
  return [
    types !== expected && `scales by ${types}`,
    ...triggers.flatMap((each) => {
      if (each.type === 'postgresql') return countProblems(each, workload, secrets);
      return each.type === 'prometheus' ? metricProblems(each, workload) : [];
    }),
  ];
}

function countProblems(
  { metadata: { query = '' }, authenticationRef }: Trigger,
  { name }: Workload,
  secrets: ReadonlyMap<string, string>,
): readonly (string | false)[] {
  return [
    query !== `SELECT due_${name.replace('-worker', '')}_work()` && `counts by ${query}`,
    !secrets.has(authenticationRef?.name ?? '') && 'has no connection',
  ];
}

function metricProblems({ metadata }: Trigger, { name }: Workload): readonly (string | false)[] {
  const { query = '', ignoreNullValues, serverAddress = '' } = metadata;
  const selected = [...query.matchAll(/\{([^}]*)\}/g)].map(([, labels = '']) => labels);
  const own = `namespace="governance",container="${name}"`;
  return [
    ...unknownMetrics(query).map((metric) => `nothing reports ${metric}`),
    ...selected.filter((labels) => !labels.startsWith(own)).map((labels) => `reads ${labels}`),
    ignoreNullValues !== 'false' && 'takes no answer for no load',
    !serverAddress.includes('.monitoring.svc') && 'asks no Prometheus of the cluster',
  ];
}

function scaledObjectsOf({ objects }: Manifests, { name }: Workload): readonly ScaledObject[] {
  return ofKind(objects, 'ScaledObject')
    .map((object) => scaledObject.parse(object))
    .filter(({ spec }) => spec.scaleTargetRef.name === name);
}
