import { at, both, container, extraVariable, type Violation } from './violation';

export const programViolations: readonly Violation[] = [
  {
    guarantee: 'match the Kubernetes schemas',
    what: 'a misspelt member',
    change: at('Deployment public-api', `${container}/readinesProbe`, {}),
    says: /unknown member spec.template.spec.containers.0.readinesProbe/,
  },
  {
    guarantee: 'match the Kubernetes schemas',
    what: 'a value of the wrong type',
    change: at('HorizontalPodAutoscaler public-api', 'spec/minReplicas', 'two'),
    says: /minReplicas/,
  },
  {
    guarantee: 'use images that docker/Dockerfile builds',
    what: 'an image without a target',
    change: at(
      'Deployment public-api',
      `${container}/image`,
      'registry.invalid/governance/public-apis:0.1.0',
    ),
    says: /does not build registry.invalid\/governance\/public-apis/,
  },
  {
    guarantee: 'use images that docker/Dockerfile builds',
    what: 'an image whose tag can change',
    change: at('Job migrate-surfaces', `${container}/image`, 'registry.invalid/governance/public-api:latest'),
    says: /is not pinned/,
  },
  {
    guarantee: 'use images that docker/Dockerfile builds',
    what: 'an image that a public registry may have',
    change: at('Deployment public-worker', `${container}/image`, 'governance/public-worker:0.1.0'),
    says: /public-worker: governance\/public-worker:0.1.0 may be an image of a stranger/,
  },
  {
    guarantee: 'run existing programs',
    what: 'an unknown command',
    change: at('Job migrate-surfaces', `${container}/args`, ['node', 'migrat.js']),
    says: /unknown program node migrat.js/,
  },
  {
    guarantee: 'run existing programs',
    what: 'a service as a job',
    change: at('Job migrate-surfaces', `${container}/args`, ['node', 'main.js']),
    says: /a Job runs the service main/,
  },
  {
    guarantee: 'name the ports of the programs',
    what: 'a port without a listener',
    change: at('Deployment platform-api', `${container}/ports/http/containerPort`, 3000),
    says: /has \{"http":3000,/,
  },
  {
    guarantee: 'name the ports of the programs',
    what: 'a port setting that differs from the named port',
    change: at('Deployment public-worker', `${container}/env/0`, extraVariable('MANAGEMENT_PORT', '9999')),
    says: /public-worker: sets a port/,
  },
  {
    guarantee: 'name the ports of the programs',
    what: 'a management API on the public port',
    change: both(
      at('Deployment identity-provider', `${container}/env/MANAGEMENT_API_PORT/value`),
      at('Deployment identity-provider', `${container}/ports/management-api/name`, 'other'),
    ),
    says: /identity-provider: shows its management API/,
  },
  {
    guarantee: 'have probes that the programs answer',
    what: 'a probe of an unknown path',
    change: at('Deployment public-api', `${container}/livenessProbe/httpGet/path`, '/healthz'),
    says: /livenessProbe asks management for \/healthz/,
  },
  {
    guarantee: 'have probes that the programs answer',
    what: 'a liveness that depends on the database',
    change: at('Deployment public-api', `${container}/livenessProbe/httpGet/path`, '/health/ready'),
    says: /livenessProbe asks/,
  },
  {
    guarantee: 'have probes that the programs answer',
    what: 'a probe timeout too short for the browser',
    change: at('Deployment public-worker', `${container}/readinessProbe/timeoutSeconds`, 3),
    says: /not given 10 seconds/,
  },
  {
    guarantee: 'have probes that the programs answer',
    what: 'a probe that fails at each normal start',
    change: at('Deployment identity-provider', `${container}/startupProbe/initialDelaySeconds`, 0),
    says: /identity-provider: is probed before a normal start ends/,
  },
];
