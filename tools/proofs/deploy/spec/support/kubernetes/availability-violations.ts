import { at, breaking, byName, container, pod, type Violation } from './violation';

export const availabilityViolations: readonly Violation[] = [
  ...breaking('let every program shut down in order', {
    'a shutdown without a delay': [
      at('Deployment public-api', `${container}/lifecycle`),
      /does not wait 5 seconds/,
    ],
    'a shutdown that is cut short': [
      at('Deployment public-worker', `${pod}/terminationGracePeriodSeconds`, 10),
      /not given 20 seconds/,
    ],
    'a replacement before its successor is ready': [
      at('Deployment public-api', 'spec/strategy/rollingUpdate/maxUnavailable', 1),
      /replaced before its successor/,
    ],
  }),
  ...breaking('lose one replica at a time', {
    'a disruption budget of another program': [
      at('PodDisruptionBudget platform-worker', 'spec/selector', byName('platform-workers')),
      /platform-worker: has 0 disruption budgets/,
    ],
    'replicas that may share one node': [
      at('Deployment platform-worker', `${pod}/topologySpreadConstraints/0/topologyKey`, 'rack'),
      /platform-worker: is not spread by kubernetes.io\/hostname/,
    ],
    'replicas that may share one zone': [
      at('Deployment public-api', `${pod}/topologySpreadConstraints/1/topologyKey`, 'rack'),
      /public-api: is not spread by topology.kubernetes.io\/zone/,
    ],
  }),
  ...breaking('scale every program by its load', {
    'an autoscaler without a target': [
      at('HorizontalPodAutoscaler public-api', 'spec/scaleTargetRef/name', 'public-apis'),
      /public-api: has 0 autoscalers/,
    ],
    'a number of replicas that conflicts with the autoscaler': [
      at('Deployment public-api', 'spec/replicas', 1),
      /resets the number/,
    ],
    'a metric that not every cluster has': [
      at('HorizontalPodAutoscaler public-worker', 'spec/metrics/0/type', 'External'),
      /public-worker: scales by External/,
    ],
  }),
];
