import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { manifestsOf } from './support/kubernetes/manifest-rule';
import { manifestRules as rules } from './support/kubernetes/manifest-rules';
import {
  filesOf,
  type KubernetesObject,
  manifestFolders,
  readManifests,
  workspace,
} from './support/kubernetes/manifests';
import { availabilityViolations } from './support/kubernetes/availability-violations';
import { confinementViolations } from './support/kubernetes/confinement-violations';
import { networkViolations } from './support/kubernetes/network-violations';
import { programViolations } from './support/kubernetes/program-violations';
import { settingViolations } from './support/kubernetes/setting-violations';
import { changing } from './support/kubernetes/violation';

const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');

const violations = [
  ...programViolations,
  ...settingViolations,
  ...confinementViolations,
  ...availabilityViolations,
  ...networkViolations,
];
const named = Object.entries(rules).map(([guarantee, rule]) => ({ guarantee, rule }));

describe('the Kubernetes manifests', () => {
  const written = manifestsOf(readManifests());

  it.each(named)('$guarantee § V12.3.3 V13.1.1 V13.2.4 V13.2.5 V13.3.2', ({ rule }) => {
    expect(rule(written)).toEqual([]);
  });

  it('run every service and worker, and migrate every schema', () => {
    expect(written.workloads.map(({ name }) => name).toSorted()).toEqual([
      'identity-provider',
      'migrate-identity-provider',
      'migrate-surfaces',
      'platform-api',
      'platform-worker',
      'public-api',
      'public-browser',
      'public-worker',
    ]);
  });

  it.each(manifestFolders)('apply every file of %s', (folder) => {
    const { applied, present } = filesOf(folder);
    expect(applied.toSorted()).toEqual(present.toSorted());
  });

  it('scale by metrics that the documented adapter derives from those of the code', () => {
    const adapter = parse(/```yaml\n(rules:[^]*?)```/.exec(documentation)?.[1] ?? '') as AdapterRules;
    const offered = [...adapter.rules, ...adapter.externalRules];
    expect(offered.map(({ name }) => name.as).toSorted()).toEqual(scalingMetrics(written.objects));
    const metricsOf = {
      'libs/runtime/src/metrics/http-metrics.ts': 'http_request_duration_seconds',
      'libs/runtime/src/delivery/delivery-metrics.ts': 'deliveries_oldest_due_age_seconds',
    };
    const made = Object.entries(metricsOf).map(([file, metric]) => {
      expect(readFileSync(join(workspace, file), 'utf8')).toContain(`'${metric}'`);
      return metric;
    });
    expect(offered.map(({ seriesQuery }) => seriesQuery.replace(/(?:_count)?\{.*/, ''))).toEqual(made);
  });
});

describe('the checks of the manifests', () => {
  it.each(violations)('detect $what', ({ guarantee, change, says }) => {
    const rule = rules[guarantee];
    const objects = readManifests();
    change(changing(objects));
    expect(rule?.(manifestsOf(objects))).toEqual(expect.arrayContaining([expect.stringMatching(says)]));
  });

  it.each([
    ['initContainers', [{ name: 'first', image: 'anything' }]],
    ['containers', [{ name: 'one' }, { name: 'other' }]],
    ['volumes', [{ name: 'node', hostPath: { path: '/' } }]],
  ])('know pods of one container, and refuse other %s', (member, value) => {
    const objects = readManifests();
    changing(objects)('Deployment public-worker', `spec/template/spec/${member}`, value);
    expect(() => manifestsOf(objects)).toThrow(member);
  });

  it('each detect a violation', () => {
    expect([...new Set(violations.map(({ guarantee }) => guarantee))].toSorted()).toEqual(
      Object.keys(rules).toSorted(),
    );
  });
});

interface AdapterRule {
  readonly seriesQuery: string;
  readonly name: { readonly as: string };
}
interface AdapterRules {
  readonly rules: readonly AdapterRule[];
  readonly externalRules: readonly AdapterRule[];
}

function scalingMetrics(objects: readonly KubernetesObject[]): readonly string[] {
  const text = JSON.stringify(objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler'));
  return [
    ...new Set([...text.matchAll(/"metric":\{"name":"(\w+)"/g)].map(([, name = '']) => name)),
  ].toSorted();
}
