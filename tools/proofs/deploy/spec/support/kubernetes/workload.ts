import * as z from 'zod';
import { type CataloguedProgram, programCatalogue } from '../../../src/program-catalogue';
import { type ImageTarget } from './image-targets';
import { type KubernetesObject } from './manifests';

const reference = z.object({ name: z.string(), key: z.string() });
const probe = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.union([z.string(), z.number()]) }),
  timeoutSeconds: z.number().default(1),
  initialDelaySeconds: z.number().default(0),
});
const environmentVariable = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({ configMapKeyRef: reference.optional(), secretKeyRef: reference.optional() })
    .optional(),
});
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.never().optional(),
  args: z.array(z.string()).optional(),
  envFrom: z.never().optional(),
  env: z.array(environmentVariable),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  volumeMounts: z
    .array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }))
    .default([]),
});
const volume = z.strictObject({
  name: z.string(),
  secret: z.strictObject({ secretName: z.string(), defaultMode: z.number().optional() }).optional(),
  emptyDir: z.strictObject({ sizeLimit: z.string() }).optional(),
  persistentVolumeClaim: z.strictObject({ claimName: z.string() }).optional(),
});
const podTemplate = z.looseObject({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    initContainers: z.never().optional(),
    containers: z.tuple([container]),
    volumes: z.array(volume).default([]),
  }),
});

/** A Deployment or a Job: one container that runs one program. Other pod features are refused. */
export interface Workload {
  readonly name: string;
  readonly object: KubernetesObject;
  readonly pod: z.output<typeof podTemplate>;
  readonly container: z.output<typeof container>;
  /** Undefined if the image has no target. */
  readonly target: ImageTarget | undefined;
  /** Undefined for an unknown program. */
  readonly program: CataloguedProgram | undefined;
}

const kinds = ['Deployment', 'Job'];

export function workloadsOf(
  objects: readonly KubernetesObject[],
  targets: ReadonlyMap<string, ImageTarget>,
): readonly Workload[] {
  return objects
    .filter(({ kind }) => kinds.includes(kind))
    .map((object) => {
      const pod = podTemplate.parse((object.spec as { template: unknown }).template);
      const [container] = pod.spec.containers;
      const target = targets.get(/([^/:@]+)(?:[:@][^/]*)?$/.exec(container.image)?.[1] ?? '');
      const [node, ...words] = container.args ?? target?.command ?? [];
      const program = programCatalogue.find(
        ({ deployable, command }) =>
          deployable === target?.deployable && node === 'node' && words.at(-1) === command[1],
      );
      return { name: object.metadata.name, object, pod, container, target, program };
    });
}
