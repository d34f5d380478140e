import { databaseRoles } from '@governance/postgres';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ManifestRule, ofKind } from './manifest-rule';
import { type KubernetesObject, workspace } from './manifests';

const cluster = 'governance';
const namespace = 'database';
/** Of the identity provider's database; the others are of that of the surfaces. */
const identityLogins = ['identity', 'governance_identity'];
const logins = [
  'governance',
  'identity',
  ...databaseRoles.filter((role) => role !== 'governance_functions'),
].toSorted();
const driver = readFileSync(join(workspace, 'libs/postgres/src/database.ts'), 'utf8');

/** A commit is on two disks, and a standby that may lack one is not promoted (ADR 52, ADR 65). */
export const commitsAreOnTwoServers: ManifestRule = ({ objects }) => {
  const { instances, postgresql, affinity } = specOf(objects, `Cluster ${cluster}`) as {
    instances?: number;
    postgresql?: { synchronous?: object };
    affinity?: { podAntiAffinityType?: string };
  };
  const wanted = { method: 'any', number: 1, dataDurability: 'required', failoverQuorum: true };
  return [
    ...(instances === 3 ? [] : [`has ${String(instances)} servers`]),
    ...(JSON.stringify(postgresql?.synchronous) === JSON.stringify(wanted)
      ? []
      : [`commits wait for ${JSON.stringify(postgresql?.synchronous)}`]),
    ...(affinity?.podAntiAffinityType === 'required' ? [] : ['servers may share a node']),
  ];
};

/** As docker/postgres/roles.sql: each login reaches one database, with TLS. */
export const loginsReachOneDatabase: ManifestRule = ({ objects }) => {
  const { postgresql } = specOf(objects, `Cluster ${cluster}`) as { postgresql: { pg_hba: string[] } };
  const rules = postgresql.pg_hba.map((line) => line.split(' '));
  const allowed = rules
    .slice(0, -1)
    .flatMap(([type, database, users = '', ...rest]) =>
      users.split(',').map((user) => [type, database, user, ...rest].join(' ')),
    );
  const wanted = logins.map(
    (login) =>
      `hostssl ${identityLogins.includes(login) ? 'identity' : 'governance'} ${login} all scram-sha-256`,
  );
  return [
    ...allowed.filter((rule) => !wanted.includes(rule)).map((rule) => `allows ${rule}`),
    ...wanted.filter((rule) => !allowed.includes(rule)).map((rule) => `does not allow ${rule}`),
    ...(rules.at(-1)?.join(' ') === 'host all all all reject' ? [] : ['refuses no other login']),
  ];
};

export const rolesAreThose: ManifestRule = ({ objects }) => {
  const roles = ofKind(objects, 'DatabaseRole').map(
    ({ spec }) =>
      spec as { name: string; login: boolean; inRoles?: string[]; passwordSecret?: { name: string } },
  );
  const named = roles.map(({ name }) => name).toSorted();
  const expected = [...logins, 'governance_functions'].toSorted();
  return [
    ...(named.join() === expected.join() ? [] : [`makes ${named.join(', ')}`]),
    ...roles.flatMap((role) => {
      const { name, login, inRoles = [], passwordSecret } = role;
      const extra = Object.keys(role).filter(
        (key) => !['cluster', 'name', 'login', 'inRoles', 'passwordSecret'].includes(key),
      );
      return [
        ...(login === (name !== 'governance_functions') ? [] : [`${name}: logs in, or does not`]),
        ...(passwordSecret?.name === (login ? `${name.replaceAll('_', '-')}-login` : undefined)
          ? []
          : [`${name}: has another password`]),
        ...(inRoles.join() === (name === 'governance' ? 'governance_functions' : '')
          ? []
          : [`${name}: is a member of ${inRoles.join()}`]),
        ...extra.map((key) => `${name}: has ${key}`),
      ];
    }),
  ];
};

/** Programs check the name in the certificate (`sslmode=verify-full`); CloudNativePG adds those of its own services. */
export const certificateNamesThePooler: ManifestRule = ({ objects }) => {
  const { certificates } = specOf(objects, `Cluster ${cluster}`) as {
    certificates?: { serverAltDNSNames: string[] };
  };
  return ofKind(objects, 'Pooler')
    .map(({ metadata }) => `${metadata.name}.${namespace}.svc`)
    .filter((name) => certificates?.serverAltDNSNames.includes(name) !== true)
    .map((name) => `no certificate names ${name}`);
};

/** What a pool of transactions cannot keep for a connection is not lost silently. */
export const poolKeepsWhatProgramsSet: ManifestRule = ({ objects }) => {
  const { pgbouncer, type } = specOf(objects, 'Pooler pooler') as {
    type: string;
    pgbouncer: { poolMode: string; parameters: Record<string, string> };
  };
  const { ignore_startup_parameters: ignored = '', max_prepared_statements: statements = '0' } =
    pgbouncer.parameters;
  const set = [...driver.matchAll(/^ {4}(\w+_timeout): (?!queryTimeoutMs)/gm)].map(([, name = '']) => name);
  return [
    ...(ignored.split(',').toSorted().join() === set.toSorted().join()
      ? []
      : [`the pooler ignores ${ignored}, and programs set ${set.join()}`]),
    ...(Number(statements) > 0 ? [] : ['the pooler knows no prepared statement']),
    ...(type === 'rw' && pgbouncer.poolMode === 'transaction' ? [] : ['the pooler leads elsewhere']),
  ];
};

/** Objects that name another that does not exist do nothing. */
export const referencesLead: ManifestRule = ({ objects }) => {
  const text = JSON.stringify(objects);
  const clusters = [...text.matchAll(/"cluster":\{"name":"([\w-]+)"\}/g)].map(([, name = '']) => name);
  const stores = [...text.matchAll(/"barmanObjectName":"([\w-]+)"/g)].map(([, name = '']) => name);
  const has = (kind: string, name: string): boolean =>
    objects.some((object) => object.kind === kind && object.metadata.name === name);
  return [
    ...clusters.filter((name) => !has('Cluster', name)).map((name) => `there is no cluster ${name}`),
    ...stores.filter((name) => !has('ObjectStore', name)).map((name) => `there is no store ${name}`),
    ...objects
      .filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== namespace)
      .map(({ metadata }) => `${metadata.name} is in another namespace`),
  ];
};

/** Of the passwords and keys that the objects name; CloudNativePG makes the others. */
export function secretsAreDocumented(documentation: string): ManifestRule {
  return ({ objects }) => {
    const text = JSON.stringify(objects);
    const names = [
      ...[...text.matchAll(/"(?:passwordSecret|secret)":\{"name":"([\w-]+)"/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/"name":"([\w-]+)","key":"([\w-]+)"/g)].map(([, ...parts]) => parts.join('/')),
    ];
    return [...new Set(names)]
      .filter((name) => !documentation.includes(`\`${name}\``))
      .map((name) => `docs/deployment.md does not list ${name}`);
  };
}

function specOf(objects: readonly KubernetesObject[], title: string): unknown {
  return objects.find(({ kind, metadata }) => `${kind} ${metadata.name}` === title)?.spec ?? {};
}
