import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { type ComposeService, readCompose, requiredVariables } from '../src/compose-file';
import { programOf } from '../src/compose-program';
import { composeProblems } from '../src/compose-rules';
import { valuesOf } from '../src/compose-settings-rules';

const docker = join(__dirname, '../../../../docker');
const read = (path: string): string => readFileSync(join(docker, path), 'utf8');
const compose = readCompose(read('compose.yaml'));
const profile = Object.entries(compose.services).filter(
  ([, { profiles }]) => profiles?.includes('observability') === true,
);
const environment = parseEnv(read('observability/observability.env')) as Record<string, string>;

interface DataSource {
  readonly uid: string;
  readonly type: string;
  readonly url: string;
}
const { datasources: dataSources } = parse(read('observability/grafana/datasource.yaml')) as {
  readonly datasources: readonly DataSource[];
};

/** The ports on which third-party programs answer queries. */
const queried: Readonly<Record<string, string>> = { prometheus: '9090', jaeger: '16686' };

/** Where a service finds a file of docker/observability. */
function placesIn(name: string): ReadonlyMap<string, string> {
  const volumes = compose.services[name]?.volumes ?? [];
  return new Map(volumes.map((volume) => volume.split(':').slice(0, 2) as [string, string]));
}

const meet = (one: ComposeService | undefined, other: ComposeService | undefined): boolean =>
  one?.networks?.some((network) => other?.networks?.includes(network)) === true;

describe('the profile observability', () => {
  it('has a receiver of metrics, one of traces, the exporter of the disk, and Grafana', () => {
    expect(profile.map(([name]) => name).toSorted()).toEqual([
      'grafana',
      'jaeger',
      'node-exporter',
      'prometheus',
    ]);
  });

  it('publishes each port once, to this machine only', () => {
    const ports = Object.values(compose.services).flatMap(({ ports: published = [] }) => published);
    expect(ports.every((port) => /^127\.0\.0\.1:\d+:\d+$/.test(port))).toBe(true);
    const onMachine = ports.map((port) => port.split(':')[1]);
    expect(onMachine).toEqual([...new Set(onMachine)]);
  });

  it('leads the README to every published port', () => {
    const readme = read('README.md');
    for (const [name, { ports = [] }] of profile)
      for (const port of ports)
        expect([name, readme]).toEqual([
          name,
          expect.stringContaining(`<http://localhost:${port.split(':')[1] ?? ''}>`),
        ]);
  });

  it('sends the traces of every program but the browser to a receiver in its network', () => {
    const secret = '4f0c1a9be27d5836f10b4ce9a7d28350';
    const required = [...requiredVariables(read('compose.yaml'))].map((name) => [name, secret] as const);
    const variables = { ...Object.fromEntries(required), ...environment };
    expect(composeProblems({ compose, variables })).toEqual([]);
    const senders = Object.entries(compose.services)
      .filter(([, service]) => !['command', undefined].includes(programOf(service)?.kind))
      .filter(([, service]) => valuesOf(service, variables).OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
    expect(senders.map(([name]) => name).toSorted()).toEqual([
      'identity-provider',
      'platform-api',
      'platform-worker',
      'public-api',
      'public-worker',
    ]);
    for (const [, service] of senders) expect(valuesOf(service, {}).OTEL_EXPORTER_OTLP_ENDPOINT).toBe('');
  });
});

describe('Prometheus in Compose', () => {
  it('finds its rules, and shares a network with each of its targets', () => {
    const config = parse(read('observability/prometheus.yaml')) as {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly { readonly static_configs: readonly { targets: string[] }[] }[];
    };
    expect(config.rule_files).toEqual([placesIn('prometheus').get('./observability/rules.yaml')]);
    const targets = config.scrape_configs.flatMap(({ static_configs: configs }) =>
      configs.flatMap(({ targets: some }) => some.map((target) => target.split(':')[0] ?? '')),
    );
    expect(targets).toHaveLength(6);
    const { prometheus } = compose.services;
    expect(targets.filter((target) => !meet(prometheus, compose.services[target]))).toEqual([]);
  });
});

describe('Grafana in Compose', () => {
  it('reaches each data source, by a name of Compose', () => {
    for (const { type, url } of dataSources) {
      const { hostname, port } = new URL(url);
      expect([hostname, port]).toEqual([type, queried[type]]);
      expect(meet(compose.services.grafana, compose.services[hostname])).toBe(true);
    }
  });

  it('has the data sources that the dashboards name', () => {
    const named = globSync('observability/dashboards/*.json', { cwd: docker }).flatMap((file) => {
      const { panels } = JSON.parse(read(file)) as { panels: { datasource: Omit<DataSource, 'url'> }[] };
      return panels.map(({ datasource: { type, uid } }) => `${type} ${uid}`);
    });
    expect(named.length).toBeGreaterThan(30);
    const known = dataSources.map(({ type, uid }) => `${type} ${uid}`);
    expect([...new Set(named)].filter((source) => !known.includes(source))).toEqual([]);
  });

  it('finds the provided files where it looks for them', () => {
    const places = placesIn('grafana');
    const { providers } = parse(read('observability/grafana/dashboards.yaml')) as {
      readonly providers: readonly { readonly options: { readonly path: string } }[];
    };
    expect(providers.map(({ options }) => options.path)).toEqual([places.get('./observability/dashboards')]);
    const provisioning = '/etc/grafana/provisioning';
    expect(places.get('./observability/grafana/datasource.yaml')).toMatch(`${provisioning}/datasources/`);
    expect(places.get('./observability/grafana/dashboards.yaml')).toMatch(`${provisioning}/dashboards/`);
  });
});
