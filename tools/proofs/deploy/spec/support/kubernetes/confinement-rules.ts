import { type ManifestRule, ofEach } from './manifest-rule';
import { browserImage } from '../../../src/images';
import { type Workload } from './workload';

const demanded = {
  pod: {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    hostNetwork: undefined,
    hostPID: undefined,
    hostIPC: undefined,
    'securityContext.runAsNonRoot': true,
    'securityContext.runAsUser': 1000,
    'securityContext.runAsGroup': 1000,
    'securityContext.seccompProfile': { type: 'RuntimeDefault' },
  },
  container: {
    'securityContext.allowPrivilegeEscalation': false,
    'securityContext.readOnlyRootFilesystem': true,
    'securityContext.privileged': undefined,
    'securityContext.runAsUser': undefined,
    'securityContext.seccompProfile': undefined,
    'securityContext.capabilities': { drop: ['ALL'] },
  },
};

export const containersAreLockedDown: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ pod, container }) => [
    ...differences(pod.spec, demanded.pod),
    ...differences(container, demanded.container),
    ...['limits.memory', 'requests.memory', 'requests.cpu', 'requests.ephemeral-storage'].map(
      (resource) => at(container.resources, resource) === undefined && `has no ${resource}`,
    ),
  ]);

/**
 * A program refuses a key file that others can read or a group can write (libs/keyring). A secret's file belongs to root:
 * the pod's group makes it readable.
 */
export const keyFilesCanBeRead: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ pod, container }) =>
    pod.spec.volumes
      .filter(({ secret }) => secret !== undefined)
      .flatMap(({ name, secret }) => [
        secret?.defaultMode !== 0o440 && `${name} has mode ${String(secret?.defaultMode?.toString(8))}`,
        at(pod.spec, 'securityContext.fsGroup') !== 1000 && `${name} is readable only by root`,
        !container.volumeMounts.some((mount) => mount.name === name && mount.readOnly) &&
          `${name} is not mounted for reading`,
      ]),
  );

/** Only the browser writes files that go with it. */
export const onlyTheBrowserWrites: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ name, pod }: Workload) => {
    const writable = pod.spec.volumes.filter(({ emptyDir }) => emptyDir !== undefined);
    return [writable.length !== (name === browserImage ? 1 : 0) && `has ${writable.length} writable mounts`];
  });

/** What an attacker who controls the browser could read: nothing but the documents that it lays out. */
export const browserHasNoSecret: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ name, pod, container }) => {
    if (name !== browserImage) return [];
    return [
      ...container.env.map((variable) => `is given ${variable.name}`),
      ...pod.spec.volumes
        .filter(({ emptyDir }) => emptyDir === undefined)
        .map((volume) => `mounts ${volume.name}`),
      at(pod.spec, 'securityContext.fsGroup') !== undefined && 'has a group that reads files',
    ];
  });

function differences(
  value: unknown,
  expected: Readonly<Record<string, unknown>>,
): readonly (string | false)[] {
  return Object.entries(expected).map(
    ([path, wanted]) =>
      JSON.stringify(at(value, path)) !== JSON.stringify(wanted) &&
      `${path} is ${JSON.stringify(at(value, path))}`,
  );
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((parent, name) => (parent as Record<string, unknown> | undefined)?.[name], value);
}
