import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests, workspace } from './support/kubernetes/manifests';
import { manifestsOf, ofKind } from './support/kubernetes/manifest-rule';
import { addedBy, leftBy } from './support/kubernetes/patches';
import { scalingProblems } from './support/kubernetes/scaling-rules';
import { at, changing, type Violation } from './support/kubernetes/violation';

const component = 'components/keda';
const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');
const rendered = () => [...leftBy(component, readManifests()), ...addedBy(component)];
const problems = (objects: ReturnType<typeof rendered>): readonly string[] =>
  scalingProblems(manifestsOf(objects), documentation);

const violations: Readonly<Record<string, readonly [Violation['change'], RegExp]>> = {
  'a target that does not exist': [
    at('ScaledObject public-api', 'spec/scaleTargetRef/name', 'public-apis'),
    /public-api: has 0 autoscalers/,
  ],
  'an autoscaler beside the one of before': [
    at('ScaledObject public-api', 'spec/advanced/horizontalPodAutoscalerConfig/name', 'keda-public-api'),
    /public-api: does not take over/,
  ],
  'an autoscaler that KEDA may not take over': [
    at('ScaledObject public-worker', 'metadata/annotations'),
    /public-worker: does not take over/,
  ],
  'a single replica': [at('ScaledObject platform-api', 'spec/minReplicaCount', 1), /platform-api: .* 1 to 4/],
  'a service that scales by its requests alone': [
    at('ScaledObject public-api', 'spec/triggers/0/type', 'memory'),
    /public-api: scales by memory, prometheus/,
  ],
  'a metric that no program reports': [
    at(
      'ScaledObject public-api',
      'spec/triggers/1/metadata/query',
      'sum(rate(http_requests_total{namespace="governance",container="public-api"}[2m]))',
    ),
    /public-api: nothing reports http_requests_total/,
  ],
  'a metric of another program': [
    at(
      'ScaledObject public-worker',
      'spec/triggers/1/metadata/query',
      'max(deliveries_oldest_due_age_seconds{namespace="governance",container="platform-worker"})',
    ),
    /public-worker: reads .*platform-worker/,
  ],
  'no answer that is taken for no load': [
    at('ScaledObject public-api', 'spec/triggers/1/metadata/ignoreNullValues'),
    /public-api: takes no answer for no load/,
  ],
  "another worker's queue": [
    at('ScaledObject public-worker', 'spec/triggers/0/metadata/query', 'SELECT due_platform_work()'),
    /public-worker: counts by SELECT due_platform_work/,
  ],
  'a connection without a secret': [
    at('ScaledObject public-worker', 'spec/triggers/0/authenticationRef/name', 'queue'),
    /public-worker: has no connection/,
  ],
  'a secret that is not documented': [
    at('TriggerAuthentication queues', 'spec/secretTargetRef/0/name', 'scaler'),
    /does not list scaler\/url/,
  ],
};

describe('the component keda', () => {
  it('scales every program by what it reports, with one autoscaler each', () => {
    expect(problems(rendered())).toEqual([]);
  });

  it('leaves the browser, which scales by CPU time, its autoscaler', () => {
    expect(ofKind(rendered(), 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name)).toEqual([
      'public-browser',
    ]);
  });

  it('is in the namespace of the programs', () => {
    for (const { metadata } of addedBy(component)) expect(metadata.namespace).toBe('governance');
  });

  it.each(Object.entries(violations))('is checked for %s', (_what, [change, says]) => {
    const objects = rendered();
    change(changing(objects));
    expect(problems(objects)).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });
});
