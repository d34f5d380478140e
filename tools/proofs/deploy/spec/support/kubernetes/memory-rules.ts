import { type Manifests, type ManifestRule, ofEach, ofKind } from './manifest-rule';
import { type Workload } from './workload';

const setting = 'AUDIT_MEMORY_FOLDER';

/**
 * The owner of the database cannot change what the signer remembers. Replicas on different nodes write to one volume: with a memory of
 * its own, each could sign another history.
 */
export const signersRemember: ManifestRule = ({ workloads, objects }) =>
  ofEach(workloads, (workload) => {
    const claims = workload.pod.spec.volumes.filter(
      ({ persistentVolumeClaim: claim }) => claim !== undefined,
    );
    if (workload.program?.settings.has(setting) !== true)
      return claims.map(({ name }) => `writes to the volume ${name}`);
    return [
      !isOnClaim(workload) && `${setting} is not on a volume that lasts, mounted for writing`,
      ...claims.map(({ persistentVolumeClaim: claim }) => claimProblem(objects, claim?.claimName)),
    ];
  });

function isOnClaim({ container, pod }: Workload): boolean {
  const folder = container.env.find(({ name }) => name === setting)?.value;
  const mount = container.volumeMounts.find(({ mountPath, readOnly }) => mountPath === folder && !readOnly);
  return pod.spec.volumes.some(
    ({ name, persistentVolumeClaim: claim }) => name === mount?.name && claim !== undefined,
  );
}

function claimProblem(objects: Manifests['objects'], name: string | undefined): string | false {
  const claim = ofKind(objects, 'PersistentVolumeClaim').find(({ metadata }) => metadata.name === name);
  if (claim === undefined) return `uses the claim ${String(name)}, which does not exist`;
  const { accessModes } = claim.spec as { readonly accessModes: readonly string[] };
  return accessModes.join() !== 'ReadWriteMany' && `uses the claim ${String(name)} of ${accessModes.join()}`;
}
