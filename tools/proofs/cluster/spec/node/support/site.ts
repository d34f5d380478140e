import {
  type PostgresServer,
  createTestIssuerKeys,
  createTestKeyring,
  runSql,
  startPostgres,
  type StoredMail,
} from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mailbox, startMailbox } from '../../../../../dev-stack/src/mailbox';
import { createDatabases } from './databases';
import { Ingress } from './ingress';
import { documented, Operator } from './operator';
import { Relay } from './relay';

export const domain = 'governance.test';
/** Of the node, outside the cluster: pods reach the database, the mail server, names and the ingress here. */
export const outside = '10.99.0.1';
export const place = process.env.NODE_FOLDER ?? '';
export const programs = [
  'public-api',
  'public-worker',
  'public-browser',
  'platform-api',
  'platform-worker',
  'identity-provider',
];
/** The same images, as two releases. */
export const releases = ['0.1.0', '0.1.1'] as const;

/** More mails than the defaults allow to a single client. */
const budgets = ['RECIPIENT_HOUR', 'RECIPIENT_DAY', 'DOMAIN_HOUR', 'CLIENT_HOUR', 'TOTAL_HOUR'].map(
  (name) => ({
    op: 'add',
    path: '/spec/template/spec/containers/0/env/-',
    value: { name: `EMAIL_BUDGET_${name}`, value: '10000' },
  }),
);

/** This cluster has no storage, so its signer of audit trees forgets when its pod ends. */
const memoryInPod = {
  op: 'replace',
  path: '/spec/template/spec/volumes/2',
  value: { name: 'audit-memory', emptyDir: { sizeLimit: '16Mi' } },
};

/** The names of the cluster are those with which the node starts. */
const knownAddress = [{ op: 'add', path: '/spec/clusterIP', value: process.env.BROWSER_ADDRESS }];

/** What surrounds the product, and the operator who brings it to the cluster. */
export interface Site {
  readonly operator: Operator;
  readonly managementToken: string;
  /** Of the database of the surfaces, as pods use it. */
  readonly ownerUrl: string;
  readonly mail: Relay;
  readonly mailbox: Mailbox;
  mails(): Promise<readonly Pick<StoredMail, 'to' | 'subject'>[]>;
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** As the autoscaler's role. */
  sqlOfScaler(text: string): Promise<Record<string, unknown>[]>;
  /** Serves the ingresses that exist now. */
  startIngress(): Promise<Ingress>;
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const server = await startDatabaseServer();
  const mailbox = await startMailbox({ smtp: 0, web: 0 });
  const smtpPort = Number(new URL(mailbox.smtpUrl).port);
  const mail = await Relay.start({ address: outside, port: 587, to: smtpPort, certificates: place });
  const operator = new Operator(place);
  const { url, urls } = await createDatabases(server.url, `database.${domain}:5432`);
  const managementToken = randomBytes(32).toString('hex');
  prepareOverlay(operator);
  const [firstStep = ''] = documented('base/namespace.yaml').split('\n');
  await operator.done(firstStep);
  for (const file of process.env.RESOURCE_DEFINITIONS?.split(',') ?? [])
    await operator.done(`kubectl apply --server-side -f '${file}'`);
  await operator.done('kubectl wait --for=condition=Established --timeout=30s crd --all');
  await createSecrets(operator, urls, managementToken);
  const ingresses: Ingress[] = [];
  return {
    operator,
    managementToken,
    ownerUrl: urls.get('database-owner') ?? '',
    mail,
    mailbox,
    mails: async () => (await (await fetch(mailbox.api)).json()) as StoredMail[],
    sql: (text) => runSql(url, text),
    sqlOfScaler: (text) => {
      const { username, password } = new URL(urls.get('scaler-database') ?? '');
      return runSql(Object.assign(new URL(url), { username, password }).href, text);
    },
    startIngress: async () => {
      const ingress = await Ingress.start(operator, outside);
      ingresses.push(ingress);
      return ingress;
    },
    stop: async () => {
      for (const each of [...ingresses, mail, mailbox]) await each.close();
      await server.stop();
    },
  };
}

/** On the loopback address for tests, and where pods reach it. */
function startDatabaseServer(): Promise<PostgresServer> {
  const access = join(place, 'tmp/pg_hba.conf');
  const networks = ['127.0.0.1/32', '10.244.0.0/16'];
  writeFileSync(access, networks.map((network) => `host all all ${network} scram-sha-256\n`).join(''));
  return startPostgres({
    dataDirectory: join(place, 'tmp/database'),
    port: 5432,
    durable: false,
    parameters: {
      listen_addresses: `127.0.0.1,${outside}`,
      hba_file: access,
      // docs/deployment.md, Requirements, with some for tests.
      max_connections: '250',
    },
  });
}

/** docs/deployment.md, Customizing. */
function prepareOverlay(operator: Operator): void {
  operator.copyExample([
    ['example.com', domain],
    [/10\.1\.2\.\d+\/32/g, `${outside}/32`],
  ]);
  operator.addComponent('proof', {
    components: ['keda', 'small'].map((name) => `../../docker/kubernetes/components/${name}`),
    patches: [
      {
        target: { kind: 'Deployment', name: 'public-worker' },
        patch: JSON.stringify([...budgets, memoryInPod]),
      },
      { target: { kind: 'Service', name: 'public-browser' }, patch: JSON.stringify(knownAddress) },
    ],
  });
  const { CTR: ctr = 'ctr' } = process.env;
  for (const program of programs) {
    for (const release of releases) {
      const tags = [
        `localhost/governance/${program}:latest`,
        `registry.${domain}/governance/${program}:${release}`,
      ];
      execFileSync(ctr, ['--namespace', 'k8s.io', 'images', 'tag', ...tags], { stdio: 'pipe' });
    }
  }
}

/** docs/deployment.md, Secrets. */
async function createSecrets(
  operator: Operator,
  databaseUrls: ReadonlyMap<string, string>,
  managementToken: string,
): Promise<void> {
  const create = (what: string): Promise<string> => operator.done(`kubectl -n governance create ${what}`);
  for (const [name, url] of databaseUrls) {
    if (name === 'commands') writeFileSync(join(operator.folder, 'commands-database-url'), `${url}\n`);
    else await create(`secret generic ${name} --from-literal=url='${url}'`);
  }
  await create(`secret generic smtp --from-literal=url='smtps://mail.${domain}:587'`);
  await create(`secret generic identity-management --from-literal=token=${managementToken}`);
  const keyrings = { keyring: createTestKeyring(), 'identity-keyring': createTestKeyring() };
  const files = { 'issuer-keys': createTestIssuerKeys(), ...keyrings };
  for (const [name, keys] of Object.entries(files)) {
    await create(`secret generic ${name} --from-file='${keys.file}'`);
    keys.remove();
  }
  for (const name of ['public-tls', 'platform-tls', 'identity-tls', 'identity-management-tls'])
    await create(`secret tls ${name} --cert='${place}/tls.crt' --key='${place}/tls.key'`);
  const registry = `--docker-server=registry.${domain} --docker-username=any --docker-password=any`;
  await create(`secret docker-registry registry ${registry}`);
  cpSync(join(place, 'ca.crt'), join(operator.folder, 'ca.crt'));
  await operator.done(documented('create configmap private-ca'));
}
