import { at, byName, container, pod, type Violation } from './violation';

export const availabilityViolations: readonly Violation[] = [
  {
    guarantee: 'let every program shut down in order',
    what: 'a shutdown without a delay',
    change: at('Deployment public-api', `${container}/lifecycle`),
    says: /does not wait 5 seconds/,
  },
  {
    guarantee: 'let every program shut down in order',
    what: 'a shutdown that is cut short',
    change: at('Deployment public-worker', `${pod}/terminationGracePeriodSeconds`, 10),
    says: /not given 20 seconds/,
  },
  {
    guarantee: 'let every program shut down in order',
    what: 'a replacement before its successor is ready',
    change: at('Deployment public-api', 'spec/strategy/rollingUpdate/maxUnavailable', 1),
    says: /replaced before its successor/,
  },
  {
    guarantee: 'lose one replica at a time',
    what: 'a disruption budget of another program',
    change: at('PodDisruptionBudget platform-worker', 'spec/selector', byName('platform-workers')),
    says: /platform-worker: has 0 disruption budgets/,
  },
  {
    guarantee: 'lose one replica at a time',
    what: 'replicas that may share one node',
    change: at('Deployment platform-worker', `${pod}/topologySpreadConstraints/0/topologyKey`, 'rack'),
    says: /platform-worker: is not spread by kubernetes.io\/hostname/,
  },
  {
    guarantee: 'lose one replica at a time',
    what: 'replicas that may share one zone',
    change: at('Deployment public-api', `${pod}/topologySpreadConstraints/1/topologyKey`, 'rack'),
    says: /public-api: is not spread by topology.kubernetes.io\/zone/,
  },
  {
    guarantee: 'scale every program by its load',
    what: 'an autoscaler without a target',
    change: at('HorizontalPodAutoscaler public-api', 'spec/scaleTargetRef/name', 'public-apis'),
    says: /public-api: has 0 autoscalers/,
  },
  {
    guarantee: 'scale every program by its load',
    what: 'a number of replicas that conflicts with the autoscaler',
    change: at('Deployment public-api', 'spec/replicas', 1),
    says: /resets the number/,
  },
  {
    guarantee: 'scale every program by its load',
    what: "a worker that scales by another worker's queue",
    change: at(
      'HorizontalPodAutoscaler public-worker',
      'spec/metrics/0/external/metric/selector/matchLabels/container',
      'platform-worker',
    ),
    says: /public-worker: scales by .*platform-worker/,
  },
];
