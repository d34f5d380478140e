import { type Manifests, type ManifestRule, ofEach } from './manifest-rule';
import { type Workload } from './workload';

/** What secrets hold is not here. The programs judge their form, so something of that form stands in for it. */
const standIns: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@database:5432/governance',
  DATABASE_OWNER_URL: 'postgres://user:password@database:5432/governance',
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MANAGEMENT_TOKEN: 'a-token-that-stands-in-for-the-secret',
  IDENTITY_MANAGEMENT_TOKEN: 'a-token-that-stands-in-for-the-secret',
};

/** Judged by the program's own reader: nothing unknown, nothing missing, nothing that production refuses. */
export const settingsAreAccepted: ManifestRule = ({ workloads, addresses }) =>
  ofEach(workloads, ({ container, program }) => {
    const variables = container.env.map(({ name, value, valueFrom }) => {
      const address = addresses[valueFrom?.configMapKeyRef?.key ?? ''];
      return [name, value ?? (valueFrom?.secretKeyRef === undefined ? address : standIns[name])] as const;
    });
    const names = variables.map(([name]) => name);
    return [
      ...(program?.problemsWith(Object.fromEntries(variables)) ?? []),
      new Set(names).size < names.length && 'sets a variable twice',
    ];
  });

export const productionIsNamed: ManifestRule = ({ deployments }) =>
  ofEach(deployments, (workload) => [
    valueOf(workload, 'ENVIRONMENT') !== 'production' && 'is no production',
  ]);

/** Without the name everything would be off by default, and nobody would have decided it. */
export const releaseIsNamed: ManifestRule = ({ deployments }) =>
  ofEach(deployments, (workload) => [
    workload.program?.settings.has('PLATFORM_LIVE') === true &&
      valueOf(workload, 'PLATFORM_LIVE') === undefined &&
      'does not say which groups of endpoints are live',
  ]);

/** Whoever trusts fewer counts all clients as one; whoever trusts more believes what a client says. */
export const oneProxyIsTrusted: ManifestRule = ({ deployments }) =>
  ofEach(deployments, (workload) => [
    workload.program?.settings.has('TRUST_PROXY') === true &&
      valueOf(workload, 'TRUST_PROXY') !== '1' &&
      'does not trust exactly the ingress controller',
  ]);

/** No password, token or key is written down here: `documented` names every secret that has to be made. */
export function secretsAreReferences(documented: string): ManifestRule {
  return ({ workloads }) =>
    ofEach(workloads, (workload) => [
      ...workload.container.env.flatMap(({ name, value, valueFrom }) => {
        const kind = workload.program?.settings.get(name)?.secret;
        return [
          kind === 'value' && valueFrom?.secretKeyRef === undefined && `${name} is no reference to a secret`,
          kind === 'file' && !isMounted(workload, value) && `${name} is in no mounted secret`,
        ];
      }),
      ...secretsOf(workload)
        .filter((secret) => !documented.includes(`\`${secret}\``))
        .map((secret) => `docs/deployment.md does not tell of ${secret}`),
    ]);
}

/** Each logs in as a role of its own, which can do what it needs (ADR 21). */
export const databaseRolesAreOfOne: ManifestRule = ({ workloads }) => {
  const users = workloads.map(({ name, container }) => ({
    name,
    secrets: container.env
      .filter(({ name: variable }) => variable.startsWith('DATABASE_'))
      .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
  }));
  return users.flatMap(({ name, secrets }) =>
    users
      .filter((other) => other.name !== name && other.secrets.some((secret) => secrets.includes(secret)))
      .map((other) => `${name}: has the database role of ${other.name}`),
  );
};

/** Whoever has them can issue certificates in our name. */
export const issuerKeysAreOfOne: ManifestRule = ({ workloads, objects }: Manifests) => [
  ...workloads
    .filter(({ name, object }) => name !== 'public-worker' && /issuer-keys/i.test(JSON.stringify(object)))
    .map(({ name }) => `${name}: has the keys that sign certificates`),
  ...objects
    .filter((object) => object.kind === 'ConfigMap' && JSON.stringify(object).includes('KEY'))
    .map(({ metadata }) => `${metadata.name}: no place for keys`),
];

function valueOf({ container }: Workload, variable: string): string | undefined {
  return container.env.find(({ name }) => name === variable)?.value;
}

/** In the documentation a file's secret is named `secret` and its key is the name of the file. */
function secretsOf({ container, pod }: Workload): readonly string[] {
  const values = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  return [
    ...values.map(({ name, key }) => `${name}/${key}`),
    ...pod.spec.volumes.flatMap(({ name, secret }) => {
      const mount =
        container.volumeMounts.find((candidate) => candidate.name === name)?.mountPath ?? '/nowhere';
      const files = container.env.filter(({ value }) => value?.startsWith(`${mount}/`));
      return secret === undefined
        ? []
        : files.map(({ value }) => `${secret.secretName}${value?.slice(mount.length) ?? ''}`);
    }),
  ];
}

function isMounted({ container, pod }: Workload, path = ''): boolean {
  const mount = container.volumeMounts.find(({ mountPath }) => path.startsWith(`${mountPath}/`));
  return pod.spec.volumes.some(({ name, secret }) => name === mount?.name && secret !== undefined);
}
