import { closeServer, listen } from '@governance/testing';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { type Operator } from './operator';
import { scrape, type Scraped } from './scrapes';
import { ScaledObjects } from './scaled-objects';
import { outside, place, type Site } from './site';

const everyMs = 3_000;
const port = 6443;
const namespace = 'monitoring';

/** The resources of each API, for discovery. */
const apis = {
  'metrics.k8s.io/v1beta1': { name: 'pods', kind: 'PodMetrics' },
  'external.metrics.k8s.io/v1beta1': { name: 'externalmetrics', kind: 'ExternalMetricValueList' },
};

/** In place of metrics server, Prometheus and KEDA: answers what the pods export, and what the queries of KEDA's objects count. */
export class MetricsApi {
  private scraped: readonly Scraped[] = [];
  private isClosed = false;
  private readonly server = createServer(
    { cert: readFileSync(join(place, 'tls.crt')), key: readFileSync(join(place, 'tls.key')) },
    (req, res) => {
      const failed = { status: 500, found: undefined };
      const asked = this.answer(new URL(req.url ?? '/', 'https://metrics')).then(
        (found) => ({ status: found ? 200 : 404, found }),
        () => failed,
      );
      void asked.then(({ status, found }) => {
        res.writeHead(status, { 'content-type': 'application/json' });
        res.end(JSON.stringify(found ?? {}));
      });
    },
  );

  private constructor(
    private readonly operator: Operator,
    private readonly scaled: ScaledObjects,
  ) {}

  static async start(site: Site): Promise<MetricsApi> {
    const { operator } = site;
    const api = new MetricsApi(operator, await ScaledObjects.start(site));
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

  private async answer({ pathname, searchParams }: URL): Promise<object | undefined> {
    const groupVersion = pathname.split('/').slice(2, 4).join('/') as keyof typeof apis;
    const api = apis[groupVersion] as (typeof apis)[keyof typeof apis] | undefined;
    if (!api) return undefined;
    if (pathname === `/apis/${groupVersion}`) {
      const resource = { ...api, singularName: '', namespaced: true, verbs: ['get', 'list'] };
      return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [resource] };
    }
    const wanted = (searchParams.get('labelSelector') ?? '')
      .split(',')
      .filter(Boolean)
      .map((each) => each.split('=') as [string, string]);
    const items = groupVersion.startsWith('external')
      ? await this.externalValues(pathname.split('/').at(-1) ?? '', wanted)
      : this.select(wanted).map(podMetrics);
    const kind = groupVersion.startsWith('metrics') ? 'PodMetricsList' : api.kind;
    return { kind, apiVersion: groupVersion, metadata: {}, items };
  }

  /** By labels of pods. */
  private select(wanted: readonly (readonly [string, string])[]): readonly Scraped[] {
    return this.scraped.filter(({ labels }) => wanted.every(([name, value]) => labels[name] === value));
  }

  private async externalValues(
    metricName: string,
    wanted: readonly (readonly [string, string])[],
  ): Promise<object[]> {
    const value = await this.scaled.valueOf(metricName, wanted[0]?.[1] ?? '', this.scraped);
    if (value === undefined) return [];
    const milli = `${Math.round(value * 1_000)}m`;
    return [{ metricName, metricLabels: {}, timestamp: new Date(), value: milli }];
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
