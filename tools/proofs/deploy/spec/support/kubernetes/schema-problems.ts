import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { type KubernetesObject } from './manifests';

const models = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Namespace,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
];

/** Schema violations of an object, and members that the schema does not know. */
export function schemaProblems(object: KubernetesObject): readonly string[] {
  const title = `${object.kind} ${object.metadata.name}`;
  const model = models.find(
    ({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind,
  );
  if (!model) return [`${title}: no schema of ${object.apiVersion} ${object.kind}`];
  const refusal = (): string | undefined => {
    try {
      new model(object).validate();
      return undefined;
    } catch (error) {
      return String(error);
    }
  };
  const refused = refusal();
  if (refused !== undefined) return [`${title}: ${refused}`];
  return unknownMembers(object, () => refusal() !== undefined).map(
    (path) => `${title}: unknown member ${path}`,
  );
}

/** The schemas allow unknown members. A known one is detected because a value of the wrong type is refused. */
function unknownMembers(object: object, isRefused: () => boolean): readonly string[] {
  const members = object as Record<string, unknown>;
  return Object.entries(members).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null;
    members[name] = isNested ? 0 : {};
    const isKnown = isRefused();
    members[name] = value;
    if (!isKnown) return [name];
    return isNested ? unknownMembers(value, isRefused).map((path) => `${name}.${path}`) : [];
  });
}
