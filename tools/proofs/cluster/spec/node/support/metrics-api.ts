import { closeServer, listen } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { type Operator } from './operator';
import { scrape, type Scraped } from './scrapes';
import { outside, place } from './site';

const everyMs = 3_000;
const port = 6443;
const namespace = 'monitoring';

/** The resources of each API, for discovery. */
const apis = {
  'metrics.k8s.io/v1beta1': { name: 'pods', kind: 'PodMetrics' },
  'custom.metrics.k8s.io/v1beta2': { name: 'pods/http_requests_per_second', kind: 'MetricValueList' },
  'external.metrics.k8s.io/v1beta1': {
    name: 'deliveries_oldest_due_age_seconds',
    kind: 'ExternalMetricValueList',
  },
};

/** In place of metrics server, Prometheus and its adapter: answers what the pods export, by the rules of docs/deployment.md. */
export class MetricsApi {
  private scraped: readonly Scraped[] = [];
  private isClosed = false;
  private readonly server = createServer(
    { cert: readFileSync(join(place, 'tls.crt')), key: readFileSync(join(place, 'tls.key')) },
    (req, res) => {
      const found = this.answer(new URL(req.url ?? '/', 'https://metrics'));
      res.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      res.end(JSON.stringify(found ?? {}));
    },
  );

  private constructor(private readonly operator: Operator) {}

  static async start(operator: Operator): Promise<MetricsApi> {
    const api = new MetricsApi(operator);
    await listen(api.server, port, outside);
    void api.refresh();
    for (const object of objects()) await operator.create(object);
    return api;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.operator.done(`kubectl delete apiservice ${Object.keys(apis).map(objectName).join(' ')}`);
    await closeServer(this.server);
  }

  private async refresh(): Promise<void> {
    if (this.isClosed) return;
    // A failed scrape leaves the values of the one before.
    this.scraped = await scrape(this.operator, this.scraped).catch(() => this.scraped);
    setTimeout(() => void this.refresh(), everyMs).unref();
  }

  private answer({ pathname, searchParams }: URL): object | undefined {
    const groupVersion = pathname.split('/').slice(2, 4).join('/') as keyof typeof apis;
    const api = apis[groupVersion] as (typeof apis)[keyof typeof apis] | undefined;
    if (!api) return undefined;
    if (pathname === `/apis/${groupVersion}`) {
      const resource = { ...api, singularName: '', namespaced: true, verbs: ['get', 'list'] };
      return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [resource] };
    }
    const selected = this.select(searchParams.get('labelSelector') ?? '');
    const items = groupVersion.startsWith('external')
      ? externalValues(selected)
      : selected.map((pod) => (groupVersion.startsWith('custom') ? customValue(pod) : podMetrics(pod)));
    const kind = groupVersion.startsWith('metrics') ? 'PodMetricsList' : api.kind;
    return { kind, apiVersion: groupVersion, metadata: {}, items };
  }

  /** By labels of pods; a queue's by the container's name. */
  private select(selector: string): readonly Scraped[] {
    const wanted = selector
      .split(',')
      .filter(Boolean)
      .map((each) => each.split('='));
    return this.scraped.filter(({ container, labels }) =>
      wanted.every(([name = '', value]) => ({ ...labels, container })[name] === value),
    );
  }
}

function podMetrics({ name, container, cpu }: Scraped): object {
  const usage = { cpu: `${Math.round(cpu * 1_000)}m`, memory: '0' };
  return {
    metadata: { name, namespace: 'governance' },
    timestamp: new Date(),
    window: '3s',
    containers: [{ name: container, usage }],
  };
}

function customValue({ name, requestsPerSecond }: Scraped): object {
  return {
    describedObject: { kind: 'Pod', apiVersion: '/v1', namespace: 'governance', name },
    metric: { name: 'http_requests_per_second' },
    timestamp: new Date(),
    value: `${Math.round(requestsPerSecond * 1_000)}m`,
  };
}

function externalValues(pods: readonly Scraped[]): object[] {
  const ages = pods.map(({ queueAge }) => queueAge).filter((age) => age !== undefined);
  if (ages.length === 0) return [];
  const value = String(Math.round(Math.max(...ages)));
  const metricName = 'deliveries_oldest_due_age_seconds';
  return [{ metricName, metricLabels: {}, timestamp: new Date(), value }];
}

function objectName(groupVersion: string): string {
  return groupVersion.split('/').toReversed().join('.');
}

/** The API server asks this server for the metrics. */
function objects(): object[] {
  const metadata = { name: 'metrics', namespace };
  const labels = { 'kubernetes.io/service-name': 'metrics' };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { ports: [{ name: 'https', port: 443, targetPort: port }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels },
      addressType: 'IPv4',
      ports: [{ name: 'https', port, protocol: 'TCP' }],
      endpoints: [{ addresses: [outside], conditions: { ready: true } }],
    },
    ...Object.keys(apis).map((groupVersion) => {
      const [group = '', version = ''] = groupVersion.split('/');
      return {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: objectName(groupVersion) },
        spec: {
          group,
          version,
          groupPriorityMinimum: 100,
          versionPriority: 100,
          insecureSkipTLSVerify: true,
          service: { namespace, name: 'metrics', port: 443 },
        },
      };
    }),
  ];
}
