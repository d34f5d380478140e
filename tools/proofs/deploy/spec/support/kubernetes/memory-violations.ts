import { at, breaking, container, pod } from './violation';

const worker = 'Deployment public-worker';
const claim = 'PersistentVolumeClaim audit-memory';

export const memoryViolations = breaking(
  'let the signer of audit trees remember on a volume that its replicas share, and no other program',
  {
    'a signer without a memory': [
      at(worker, `${container}/env/AUDIT_MEMORY_FOLDER/value`, '/tmp'),
      /public-worker: AUDIT_MEMORY_FOLDER is not on a volume that lasts/,
    ],
    'a memory that ends with its pod': [
      at(worker, `${pod}/volumes/audit-memory`, { name: 'audit-memory', emptyDir: { sizeLimit: '1Gi' } }),
      /AUDIT_MEMORY_FOLDER is not on a volume that lasts/,
    ],
    'a memory that cannot be written': [
      at(worker, `${container}/volumeMounts/audit-memory/readOnly`, true),
      /AUDIT_MEMORY_FOLDER is not on a volume that lasts, mounted for writing/,
    ],
    'replicas that cannot share it': [
      at(claim, 'spec/accessModes', ['ReadWriteOnce']),
      /uses the claim audit-memory of ReadWriteOnce/,
    ],
    'a claim that does not exist': [
      at(claim, 'metadata/name', 'memory'),
      /uses the claim audit-memory, which does not exist/,
    ],
    'another program that can write to it': [
      at('Deployment public-api', `${pod}/volumes/1`, {
        name: 'memory',
        persistentVolumeClaim: { claimName: 'audit-memory' },
      }),
      /public-api: writes to the volume memory/,
    ],
  },
);
