import { consoleProblems } from '../../../src/console-rules';
import { type Manifests, type ManifestRule, ofEach } from './manifest-rule';
import { type Workload } from './workload';

/** Placeholders for secret values, and for what an operator sets, because the programs validate their format. */
const standIns: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://user:password@database:5432/governance',
  DATABASE_OWNER_URL: 'postgres://user:password@database:5432/governance',
  SMTP_URL: 'smtps://user:password@mail.example.org:465',
  MANAGEMENT_TOKEN: 'a-token-that-stands-in-for-the-secret',
  IDENTITY_MANAGEMENT_TOKEN: 'a-token-that-stands-in-for-the-secret',
  TRUST_PROXY: '1',
};

/** The programs refuse this text, so an operator has to set it. */
const toBeSet = 'to be set';

/** Checked with the program's own reader: no unknown, missing or refused settings in production. */
export const settingsAreAccepted: ManifestRule = ({ workloads, addresses }) =>
  ofEach(workloads, ({ container, program }) => {
    const names = container.env.map(({ name }) => name);
    return [
      ...(program?.problemsWith(environmentOf(container, addresses)) ?? []),
      new Set(names).size < names.length && 'sets a variable twice',
    ];
  });

export const consoleIsShown: ManifestRule = ({ deployments, addresses }) => {
  const [platform = {}, provider = {}] = ['platform-api', 'identity-provider'].map((name) => {
    const workload = deployments.find((each) => each.name === name);
    return workload && environmentOf(workload.container, addresses);
  });
  return consoleProblems({ platform, provider });
};

export const productionIsNamed: ManifestRule = ({ deployments }) =>
  ofEach(deployments, (workload) => [
    workload.program?.settings.has('ENVIRONMENT') === true &&
      valueOf(workload, 'ENVIRONMENT') !== 'production' &&
      'is not production',
  ]);

/** Without the setting no group is live by default; the manifest must decide explicitly. */
export const releaseIsNamed: ManifestRule = ({ deployments }) =>
  ofEach(deployments, (workload) => [
    workload.program?.settings.has('PLATFORM_LIVE') === true &&
      valueOf(workload, 'PLATFORM_LIVE') === undefined &&
      'does not list the live groups of endpoints',
  ]);

/** Trusting fewer proxies counts all clients as one; trusting more lets a client forge its address. */
export const proxiesAreCounted: ManifestRule = ({ deployments, addresses }) => [
  ...ofEach(deployments, ({ program, container }) => [
    program?.settings.has('TRUST_PROXY') === true &&
      container.env.find(({ name }) => name === 'TRUST_PROXY')?.valueFrom?.configMapKeyRef?.key !==
        'TRUST_PROXY' &&
      'does not take the number of proxies from the addresses',
  ]),
  ...(addresses.TRUST_PROXY === toBeSet ? [] : ['addresses: TRUST_PROXY has a default']),
];

/** Manifests contain no password, token or key: `documented` lists every secret to create. */
export function secretsAreReferences(documented: string): ManifestRule {
  return ({ workloads }) =>
    ofEach(workloads, (workload) => [
      ...workload.container.env.flatMap(({ name, value, valueFrom }) => {
        const kind = workload.program?.settings.get(name)?.secret;
        return [
          kind === 'value' && valueFrom?.secretKeyRef === undefined && `${name} is not a secret reference`,
          kind === 'file' && !isMounted(workload, value) && `${name} is in no mounted secret`,
        ];
      }),
      ...secretsOf(workload)
        .filter((secret) => !documented.includes(`\`${secret}\``))
        .map((secret) => `docs/deployment.md does not list ${secret}`),
    ]);
}

/** Each logs in with its own role, which has the rights it needs (ADR 21). */
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

/** With these keys an attacker can issue certificates in our name. */
export const issuerKeysAreOfOne: ManifestRule = ({ workloads, objects }: Manifests) => [
  ...workloads
    .filter(({ name, object }) => name !== 'public-worker' && /issuer-keys/i.test(JSON.stringify(object)))
    .map(({ name }) => `${name}: has the keys that sign certificates`),
  ...objects
    .filter((object) => object.kind === 'ConfigMap' && JSON.stringify(object).includes('KEY'))
    .map(({ metadata }) => `${metadata.name}: must not contain keys`),
];

function environmentOf(
  { env }: Workload['container'],
  addresses: Manifests['addresses'],
): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const { name, value, valueFrom } of env) {
    const address = addresses[valueFrom?.configMapKeyRef?.key ?? ''];
    const isGiven = valueFrom?.secretKeyRef === undefined && address !== toBeSet;
    // As Kubernetes does it: of the variables before this one.
    const expanded = value?.replaceAll(/\$\((\w+)\)/g, (text, other: string) => values[other] ?? text);
    values[name] = expanded ?? (isGiven ? address : standIns[name]);
  }
  return values;
}

function valueOf({ container }: Workload, variable: string): string | undefined {
  return container.env.find(({ name }) => name === variable)?.value;
}

/** The documentation names a file's secret `secret/file name`. */
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
