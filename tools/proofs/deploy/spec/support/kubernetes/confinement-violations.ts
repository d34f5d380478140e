import { at, breaking, container, extraVariable, pod, type Violation } from './violation';

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
  ...breaking('lock every container down', {
    'a program that may take all memory': [
      at('Job migrate-surfaces', `${container}/resources/limits/memory`),
      /migrate-surfaces: has no limits.memory/,
    ],
  }),
  ...breaking('mount key files so that the programs accept them', {
    'keys that every user in the pod can read': [
      at('Deployment public-api', `${pod}/volumes/keyring/secret/defaultMode`, 0o444),
      /keyring has mode 444/,
    ],
    'keys that only root can read': [
      at('Deployment public-worker', `${pod}/securityContext/fsGroup`),
      /issuer-keys is readable only by root/,
    ],
  }),
  ...breaking('give the browser no secret, file or setting', {
    'a browser with the keys that sign certificates': [
      at('Deployment public-browser', `${pod}/volumes/1`, {
        name: 'issuer-keys',
        secret: { secretName: 'issuer-keys', defaultMode: 0o440 },
      }),
      /public-browser: mounts issuer-keys/,
    ],
    'a browser with the password of the database': [
      at(
        'Deployment public-browser',
        `${container}/env/0`,
        extraVariable('DATABASE_URL', 'postgres://user:password@database:5432/governance'),
      ),
      /public-browser: is given DATABASE_URL/,
    ],
  }),
  ...breaking('let only the browser write files that do not last', {
    'another writable mount': [
      at('Deployment public-api', `${pod}/volumes/1`, { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } }),
      /public-api: has 1 writable mounts/,
    ],
  }),
];
