import { at, container, extraVariable, pod, type Violation } from './violation';

export const confinementViolations: readonly Violation[] = [
  ...(
    [
      ['Deployment public-worker', `${container}/securityContext/readOnlyRootFilesystem`, false],
      ['Deployment public-browser', `${pod}/securityContext/seccompProfile`, { type: 'Unconfined' }],
      ['Deployment public-browser', `${pod}/automountServiceAccountToken`, true],
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
    what: `${path.replace(/^.*(?:spec|0)\//, '')} that is ${value === undefined ? 'not set' : JSON.stringify(value)}`,
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
    guarantee: 'mount key files so that the programs accept them',
    what: 'keys that every user in the pod can read',
    change: at('Deployment public-api', `${pod}/volumes/keyring/secret/defaultMode`, 0o444),
    says: /keyring has mode 444/,
  },
  {
    guarantee: 'mount key files so that the programs accept them',
    what: 'keys that only root can read',
    change: at('Deployment public-worker', `${pod}/securityContext/fsGroup`),
    says: /issuer-keys is readable only by root/,
  },
  {
    guarantee: 'give the browser no secret, file or setting',
    what: 'a browser with the keys that sign certificates',
    change: at('Deployment public-browser', `${pod}/volumes/1`, {
      name: 'issuer-keys',
      secret: { secretName: 'issuer-keys', defaultMode: 0o440 },
    }),
    says: /public-browser: mounts issuer-keys/,
  },
  {
    guarantee: 'give the browser no secret, file or setting',
    what: 'a browser with the password of the database',
    change: at(
      'Deployment public-browser',
      `${container}/env/0`,
      extraVariable('DATABASE_URL', 'postgres://user:password@database:5432/governance'),
    ),
    says: /public-browser: is given DATABASE_URL/,
  },
  {
    guarantee: 'let only the browser write files',
    what: 'another writable mount',
    change: at('Deployment public-api', `${pod}/volumes/1`, { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }),
    says: /public-api: has 1 writable mounts/,
  },
];
