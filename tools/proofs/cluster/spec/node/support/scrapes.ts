import { callHttp } from '@governance/testing';
import { type Operator } from './operator';

interface PodObject {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly {
      readonly name: string;
      readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
    }[];
  };
  readonly status: { readonly podIP?: string };
}

/** The metrics that the autoscalers read, of a running pod. */
export interface Scraped {
  readonly name: string;
  readonly container: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly at: number;
  readonly requests: number;
  readonly cpuSeconds: number;
  /** Undefined if the pod has none, or does not know it. */
  readonly queueAge: number | undefined;
  /** Since the scrape before. */
  readonly requestsPerSecond: number;
  readonly cpu: number;
}

/** Asks every running pod for its metrics, as Prometheus does. */
export async function scrape(operator: Operator, before: readonly Scraped[]): Promise<Scraped[]> {
  const { items } = await operator.read<{ readonly items: readonly PodObject[] }>(
    'pods --field-selector=status.phase=Running',
  );
  const scraped = await Promise.all(
    items.map((pod) =>
      scrapePod(
        pod,
        before.find(({ name }) => name === pod.metadata.name),
      ).catch(() => undefined),
    ),
  );
  // A pod that ends no longer answers.
  return scraped.filter((each) => each !== undefined);
}

async function scrapePod(pod: PodObject, before?: Scraped): Promise<Scraped> {
  const container = pod.spec.containers[0] ?? { name: '' };
  const { values, sum } = await readMetrics(pod);
  const at = Date.now();
  const [requests, cpuSeconds] = [
    sum('http_request_duration_seconds_count') + sum('http_requests_refused_total', 'kind="overloaded"'),
    sum('process_cpu_seconds_total'),
  ];
  const { at: then, ...last } = before ?? { at: 0, requests, cpuSeconds };
  const seconds = (at - then) / 1_000;
  return {
    name: pod.metadata.name,
    labels: pod.metadata.labels,
    container: container.name,
    at,
    requests,
    cpuSeconds,
    queueAge: values('deliveries_oldest_due_age_seconds').find((value) => value >= 0),
    requestsPerSecond: (requests - last.requests) / seconds,
    cpu: (cpuSeconds - last.cpuSeconds) / seconds,
  };
}

interface Metrics {
  readonly values: (name: string, label?: string) => number[];
  readonly sum: (name: string, label?: string) => number;
}

async function readMetrics({ spec, status }: PodObject): Promise<Metrics> {
  const ports = spec.containers.flatMap(({ ports: each = [] }) => each);
  const { containerPort = 0 } = ports.find(({ name }) => name === 'management') ?? {};
  const { text } = await callHttp(`http://${status.podIP ?? ''}:${containerPort}/metrics`, {
    signal: AbortSignal.timeout(10_000),
  });
  const values: Metrics['values'] = (name, label = '') =>
    [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)`, 'gm'))]
      .filter(([, labels = '']) => labels.includes(label))
      .map(([, , value]) => Number(value));
  const sum: Metrics['sum'] = (name, label) => values(name, label).reduce((total, value) => total + value, 0);
  return { values, sum };
}
