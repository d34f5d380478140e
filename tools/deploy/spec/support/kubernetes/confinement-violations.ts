import { at, container, pod, type Violation } from './violation';

export const confinementViolations: readonly Violation[] = [
  ...(
    [
      ['Deployment public-worker', `${container}/securityContext/readOnlyRootFilesystem`, false],
      ['Deployment public-worker', `${pod}/securityContext/seccompProfile`, { type: 'Unconfined' }],
      ['Deployment public-worker', `${pod}/automountServiceAccountToken`, true],
      ['Deployment public-worker', `${pod}/hostNetwork`, true],
      ['Deployment identity-provider', `${pod}/securityContext/runAsNonRoot`, undefined],
      [
        'Deployment platform-api',
        `${container}/securityContext/capabilities`,
        { drop: ['ALL'], add: ['SYS_ADMIN'] },
      ],
      ['Deployment platform-api', `${container}/securityContext/runAsUser`, 0],
      ['Job migrate-surfaces', `${container}/securityContext/allowPrivilegeEscalation`, undefined],
    ] as const
  ).map(([target, path, value]) => ({
    guarantee: 'lock every container down',
    what: `${path.replace(/^.*(?:spec|0)\//, '')} that is ${value === undefined ? 'not said' : JSON.stringify(value)}`,
    change: at(target, path, value),
    says: new RegExp(`: ${path.replace(/^.*(?:spec|0)\//, '').replaceAll('/', '.')} is`),
  })),
  {
    guarantee: 'lock every container down',
    what: 'a program that may take all memory',
    change: at('Job migrate-surfaces', `${container}/resources/limits/memory`),
    says: /migrate-surfaces: has no limits.memory/,
  },
  {
    guarantee: 'mount files of keys so that the programs accept them',
    what: 'keys that everybody in the pod may read',
    change: at('Deployment public-api', `${pod}/volumes/keyring/secret/defaultMode`, 0o444),
    says: /keyring has mode 444/,
  },
  {
    guarantee: 'mount files of keys so that the programs accept them',
    what: 'keys that only root can read',
    change: at('Deployment public-worker', `${pod}/securityContext/fsGroup`),
    says: /issuer-keys belongs to root alone/,
  },
  {
    guarantee: 'let nothing write files but the browser',
    what: 'another place to write',
    change: at('Deployment public-api', `${pod}/volumes/1`, { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }),
    says: /public-api: has 1 places to write/,
  },
];
