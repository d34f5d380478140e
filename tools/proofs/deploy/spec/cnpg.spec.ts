import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KubernetesObject, readManifests, workspace } from './support/kubernetes/manifests';
import { manifestsOf, type ManifestRule, ofKind } from './support/kubernetes/manifest-rule';
import { addedBy, overlays } from './support/kubernetes/patches';
import {
  certificateNamesThePooler,
  commitsAreOnTwoServers,
  loginsReachOneDatabase,
  poolKeepsWhatProgramsSet,
  referencesLead,
  rolesAreThose,
  secretsAreDocumented,
} from './support/kubernetes/postgres-rules';
import { at, breaking, changing, type Violation } from './support/kubernetes/violation';

const component = 'components/cnpg';
const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');
const rules: Readonly<Record<string, ManifestRule>> = {
  'puts every commit on two of three servers': commitsAreOnTwoServers,
  'lets each login reach one database, with TLS': loginsReachOneDatabase,
  'makes the roles of the programs': rolesAreThose,
  'pools what programs can share': poolKeepsWhatProgramsSet,
  'has a certificate for the address of the pooler': certificateNamesThePooler,
  'names objects that exist': referencesLead,
  'names secrets that are documented': secretsAreDocumented(documentation),
};
const violations: readonly Violation[] = [
  ...breaking('puts every commit on two of three servers', {
    'commits that go on without a standby': [
      at('Cluster governance', 'spec/postgresql/synchronous/dataDurability', 'preferred'),
      /commits wait for .*preferred/,
    ],
    'a promotion of a standby that may lack commits': [
      at('Cluster governance', 'spec/postgresql/synchronous/failoverQuorum'),
      /commits wait for/,
    ],
    'one standby': [at('Cluster governance', 'spec/instances', 2), /has 2 servers/],
    'servers that share a node': [at('Cluster governance', 'spec/affinity'), /may share a node/],
  }),
  ...breaking('lets each login reach one database, with TLS', {
    'a login without TLS': [
      at(
        'Cluster governance',
        'spec/postgresql/pg_hba/3',
        'host identity identity,governance_identity all scram-sha-256',
      ),
      /allows host identity/,
    ],
    'a database that all reach': [
      at('Cluster governance', 'spec/postgresql/pg_hba/4', 'hostssl all all all scram-sha-256'),
      /refuses no other login/,
    ],
  }),
  ...breaking('makes the roles of the programs', {
    'a program that bypasses row-level security': [
      at('DatabaseRole governance-public-api', 'spec/bypassrls', true),
      /governance_public_api: has bypassrls/,
    ],
    "a program with another's role": [
      at('DatabaseRole governance-scaler', 'spec/inRoles', ['governance_platform_worker']),
      /governance_scaler: is a member of governance_platform_worker/,
    ],
    'functions that log in': [
      at('DatabaseRole governance-functions', 'spec/login', true),
      /governance_functions: logs in/,
    ],
  }),
  ...breaking('pools what programs can share', {
    'a connection that PgBouncer refuses': [
      at('Pooler pooler', 'spec/pgbouncer/parameters/ignore_startup_parameters', 'lock_timeout'),
      /the pooler ignores lock_timeout/,
    ],
    'statements by name that are unknown': [
      at('Pooler pooler', 'spec/pgbouncer/parameters/max_prepared_statements', '0'),
      /knows no prepared statement/,
    ],
  }),
  ...breaking('has a certificate for the address of the pooler', {
    'a pooler that programs refuse': [
      at('Cluster governance', 'spec/certificates'),
      /no certificate names pooler.database.svc/,
    ],
  }),
  ...breaking('names objects that exist', {
    'a backup of no cluster': [
      at('ScheduledBackup nightly', 'spec/cluster/name', 'postgres'),
      /there is no cluster postgres/,
    ],
    'an archive that does not exist': [
      at('ObjectStore backups', 'metadata/name', 'store'),
      /there is no store backups/,
    ],
    'an object beside the database': [
      at('Pooler pooler', 'metadata/namespace', 'governance'),
      /pooler is in another namespace/,
    ],
  }),
  ...breaking('names secrets that are documented', {
    'a password that is not documented': [
      at('DatabaseRole identity', 'spec/passwordSecret/name', 'identity-password'),
      /does not list identity-password/,
    ],
  }),
];

const named = (objects: readonly KubernetesObject[], name: string): KubernetesObject | undefined =>
  ofKind(objects, 'NetworkPolicy').find(({ metadata }) => metadata.name === name);

describe('the component cnpg', () => {
  const objects = addedBy(component);

  it.each(Object.entries(rules))('%s', (_guarantee, rule) => {
    expect(rule(manifestsOf(objects))).toEqual([]);
  });

  it.each(violations)('is checked for $what', ({ guarantee, change, says }) => {
    const changed = addedBy(component);
    change(changing(changed));
    expect(rules[guarantee]?.(manifestsOf(changed))).toEqual(
      expect.arrayContaining([expect.stringMatching(says)]),
    );
  });

  it('admits the programs that reach a database, and no other', () => {
    const { podSelector } = named(readManifests(), 'to-database')?.spec as { podSelector: object };
    expect(named(objects, 'from-programs')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [
            {
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'governance' } },
              podSelector,
            },
          ],
          ports: [{ protocol: 'TCP', port: 5432 }],
        },
      ],
    });
  });

  it('denies all connections but those of its policies, each of which names its peers and ports', () => {
    expect(named(objects, 'deny-by-default')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const others = ofKind(objects, 'NetworkPolicy').filter(
      ({ metadata }) => metadata.name !== 'deny-by-default',
    );
    for (const { spec } of others) {
      const { ingress = [], egress = [] } = spec as Record<string, { from?: []; to?: []; ports?: [] }[]>;
      expect([...ingress, ...egress].length).toBeGreaterThan(0);
      for (const { from = [], to = [], ports = [] } of [...ingress, ...egress]) {
        expect([...from, ...to].length).toBeGreaterThan(0);
        expect(ports.length).toBeGreaterThan(0);
      }
    }
  });

  it('is in no overlay that `kubectl replace --force` makes anew', () => {
    const including = overlays.filter(({ components }) => components.some((path) => path.endsWith('/cnpg')));
    expect(including.map(({ folder }) => folder)).toEqual(['example/database']);
    expect(overlays.find(({ folder }) => folder === 'example/database')?.resources).toEqual([]);
  });
});
