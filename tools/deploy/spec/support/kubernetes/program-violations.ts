import { at, container, extraVariable, type Violation } from './violation';

export const programViolations: readonly Violation[] = [
  {
    guarantee: 'are what the schemas of Kubernetes know',
    what: 'a misspelt member',
    change: at('Deployment public-api', `${container}/readinesProbe`, {}),
    says: /unknown member spec.template.spec.containers.0.readinesProbe/,
  },
  {
    guarantee: 'are what the schemas of Kubernetes know',
    what: 'a value of the wrong type',
    change: at('HorizontalPodAutoscaler public-api', 'spec/minReplicas', 'two'),
    says: /minReplicas/,
  },
  {
    guarantee: 'name images that docker/Dockerfile makes',
    what: 'an image that has no target',
    change: at('Deployment public-api', `${container}/image`, 'governance/public-apis:0.1.0'),
    says: /makes no governance\/public-apis/,
  },
  {
    guarantee: 'name images that docker/Dockerfile makes',
    what: 'an image that changes under its name',
    change: at('Job migrate-surfaces', `${container}/image`, 'governance/public-api:latest'),
    says: /another one tomorrow/,
  },
  {
    guarantee: 'run programs that there are',
    what: 'a command that there is not',
    change: at('Job migrate-surfaces', `${container}/args`, ['node', 'migrat.js']),
    says: /no program node migrat.js/,
  },
  {
    guarantee: 'run programs that there are',
    what: 'a service as a job',
    change: at('Job migrate-surfaces', `${container}/args`, ['node', 'main.js']),
    says: /a Job runs the service main/,
  },
  {
    guarantee: 'name the ports of the programs',
    what: 'a port where nobody listens',
    change: at('Deployment platform-api', `${container}/ports/http/containerPort`, 3000),
    says: /has \{"http":3000,/,
  },
  {
    guarantee: 'name the ports of the programs',
    what: 'a port that is set apart from the one that is named',
    change: at('Deployment public-worker', `${container}/env/0`, extraVariable('MANAGEMENT_PORT', '9999')),
    says: /public-worker: sets a port/,
  },
  {
    guarantee: 'ask for health where it is answered',
    what: 'a path that is not answered',
    change: at('Deployment public-api', `${container}/livenessProbe/httpGet/path`, '/healthz'),
    says: /livenessProbe asks management for \/healthz/,
  },
  {
    guarantee: 'ask for health where it is answered',
    what: 'a liveness that depends on the database',
    change: at('Deployment public-api', `${container}/livenessProbe/httpGet/path`, '/health/ready'),
    says: /livenessProbe asks/,
  },
  {
    guarantee: 'ask for health where it is answered',
    what: 'a worker that has no time for its browser',
    change: at('Deployment public-worker', `${container}/readinessProbe/timeoutSeconds`, 3),
    says: /not given 10 seconds/,
  },
];
