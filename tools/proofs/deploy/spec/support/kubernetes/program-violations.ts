import { at, both, breaking, container, extraVariable, type Violation } from './violation';

export const programViolations: readonly Violation[] = [
  ...breaking('match the Kubernetes schemas', {
    'a misspelt member': [
      at('Deployment public-api', `${container}/readinesProbe`, {}),
      /unknown member spec.template.spec.containers.0.readinesProbe/,
    ],
    'a value of the wrong type': [
      at('HorizontalPodAutoscaler public-api', 'spec/minReplicas', 'two'),
      /minReplicas/,
    ],
  }),
  ...breaking('use images that docker/Dockerfile builds', {
    'an image without a target': [
      at('Deployment public-api', `${container}/image`, 'registry.invalid/governance/public-apis:0.1.0'),
      /does not build registry.invalid\/governance\/public-apis/,
    ],
    'an image whose tag can change': [
      at('Job migrate-surfaces', `${container}/image`, 'registry.invalid/governance/public-api:latest'),
      /is not pinned/,
    ],
    'an image that a public registry may have': [
      at('Deployment public-worker', `${container}/image`, 'governance/public-worker:0.1.0'),
      /public-worker: governance\/public-worker:0.1.0 may be an image of a stranger/,
    ],
  }),
  ...breaking('run existing programs', {
    'an unknown command': [
      at('Job migrate-surfaces', `${container}/args`, ['node', 'migrat.js']),
      /unknown program node migrat.js/,
    ],
    'a service as a job': [
      at('Job migrate-surfaces', `${container}/args`, ['node', 'main.js']),
      /a Job runs the service main/,
    ],
  }),
  ...breaking('name the ports of the programs', {
    'a port without a listener': [
      at('Deployment platform-api', `${container}/ports/http/containerPort`, 3000),
      /has \{"http":3000,/,
    ],
    'a port setting that differs from the named port': [
      at('Deployment public-worker', `${container}/env/0`, extraVariable('MANAGEMENT_PORT', '9999')),
      /public-worker: sets a port/,
    ],
    'a management API on the public port': [
      both(
        at('Deployment identity-provider', `${container}/env/MANAGEMENT_API_PORT/value`),
        at('Deployment identity-provider', `${container}/ports/management-api/name`, 'other'),
      ),
      /identity-provider: shows its management API/,
    ],
  }),
  ...breaking('have probes that the programs answer', {
    'a probe of an unknown path': [
      at('Deployment public-api', `${container}/livenessProbe/httpGet/path`, '/healthz'),
      /livenessProbe asks management for \/healthz/,
    ],
    'a liveness that depends on the database': [
      at('Deployment public-api', `${container}/livenessProbe/httpGet/path`, '/health/ready'),
      /livenessProbe asks/,
    ],
    'a probe timeout too short for the browser': [
      at('Deployment public-worker', `${container}/readinessProbe/timeoutSeconds`, 3),
      /not given 10 seconds/,
    ],
    'a probe that fails at each normal start': [
      at('Deployment identity-provider', `${container}/startupProbe/initialDelaySeconds`, 0),
      /identity-provider: is probed before a normal start ends/,
    ],
  }),
];
