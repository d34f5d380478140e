import { type Scraped } from './scrapes';
import { type Site } from './site';

interface Trigger {
  readonly type: string;
  readonly metricType: string;
  readonly metadata: Readonly<Record<string, string>>;
}
interface ScaledObject {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly advanced: { readonly horizontalPodAutoscalerConfig: { readonly name: string } };
    readonly triggers: readonly Trigger[];
  };
}

/** In place of KEDA: makes the autoscalers of its objects, and answers for their metrics. */
export class ScaledObjects {
  private constructor(
    private readonly site: Site,
    private readonly objects: readonly ScaledObject[],
  ) {}

  static async start(site: Site): Promise<ScaledObjects> {
    const { operator } = site;
    const { items } = await operator.read<{ readonly items: readonly ScaledObject[] }>('scaledobjects');
    for (const object of items) await operator.create(autoscalerOf(object));
    return new ScaledObjects(site, items);
  }

  /** Of a metric such as `s0-postgresql`. Prometheus is not here: its queries are answered from the pods. */
  async valueOf(name: string, object: string, pods: readonly Scraped[]): Promise<number | undefined> {
    const scaled = this.objects.find(({ metadata }) => metadata.name === object);
    const trigger = scaled?.spec.triggers[Number(/^s(\d+)-/.exec(name)?.[1])];
    const { query = '' } = trigger?.metadata ?? {};
    if (trigger?.type !== 'postgresql')
      return measured(
        query,
        pods.filter(({ container }) => container === object),
      );
    const [row = {}] = await this.site.sqlOfScaler(query);
    return Number(Object.values(row)[0]);
  }
}

function measured(query: string, pods: readonly Scraped[]): number | undefined {
  if (query.includes('http_request'))
    return pods.reduce((total, { requestsPerSecond }) => total + requestsPerSecond, 0);
  const ages = pods.map(({ queueAge }) => queueAge).filter((age) => age !== undefined);
  return ages.length > 0 ? Math.max(...ages) : undefined;
}

function autoscalerOf({ metadata, spec }: ScaledObject): object {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: spec.advanced.horizontalPodAutoscalerConfig.name, namespace: 'governance' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: spec.scaleTargetRef.name },
      minReplicas: spec.minReplicaCount,
      maxReplicas: spec.maxReplicaCount,
      metrics: spec.triggers.map(
        ({ type, metricType, metadata: { value, threshold, targetQueryValue } }, index) => {
          if (type === 'cpu')
            return {
              type: 'Resource',
              resource: { name: type, target: { type: metricType, averageUtilization: Number(value) } },
            };
          const target = {
            type: metricType,
            [metricType === 'Value' ? 'value' : 'averageValue']: threshold ?? targetQueryValue,
          };
          const selector = { matchLabels: { 'scaledobject.keda.sh/name': metadata.name } };
          return { type: 'External', external: { metric: { name: `s${index}-${type}`, selector }, target } };
        },
      ),
    },
  };
}
