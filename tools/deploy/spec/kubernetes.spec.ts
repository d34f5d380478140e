import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  disruptionsAreBounded,
  endingsAreOrderly,
  everythingScales,
} from './support/kubernetes/availability-rules';
import {
  containersAreLockedDown,
  keyFilesCanBeRead,
  onlyTheBrowserWrites,
} from './support/kubernetes/confinement-rules';
import {
  addressesAreServed,
  ingressesLeadToServices,
  providerShows,
  servicesShowTheSurface,
} from './support/kubernetes/exposure-rules';
import { type ManifestRule, manifestsOf } from './support/kubernetes/manifest-rule';
import {
  filesOf,
  type KubernetesObject,
  manifestFolders,
  readManifests,
  renderManifests,
  workspace,
} from './support/kubernetes/manifests';
import { networkIsClosed } from './support/kubernetes/network-rules';
import {
  imagesAreMade,
  portsAreThose,
  probesAreAnswered,
  programsExist,
} from './support/kubernetes/program-rules';
import { providerPaths } from './support/kubernetes/provider-paths';
import { schemaProblems } from './support/kubernetes/schema-problems';
import {
  databaseRolesAreOfOne,
  issuerKeysAreOfOne,
  proxiesAreCounted,
  productionIsNamed,
  releaseIsNamed,
  secretsAreReferences,
  settingsAreAccepted,
} from './support/kubernetes/setting-rules';
import { availabilityViolations } from './support/kubernetes/availability-violations';
import { confinementViolations } from './support/kubernetes/confinement-violations';
import { networkViolations } from './support/kubernetes/network-violations';
import { programViolations } from './support/kubernetes/program-violations';
import { settingViolations } from './support/kubernetes/setting-violations';
import { changing } from './support/kubernetes/violation';

const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');

const rules: Readonly<Record<string, ManifestRule>> = {
  'match the Kubernetes schemas': ({ objects }) => objects.flatMap(schemaProblems),
  'use images that docker/Dockerfile builds': imagesAreMade,
  'run existing programs': programsExist,
  'name the ports of the programs': portsAreThose,
  'have probes that the programs answer': probesAreAnswered,
  'give each program its required settings, and no unknown ones': settingsAreAccepted,
  'run in production': productionIsNamed,
  'name the groups of endpoints that are live': releaseIsNamed,
  'leave the number of proxies to the operator': proxiesAreCounted,
  'refer to secrets that are documented, and hold none': secretsAreReferences(documentation),
  'give each program its own database role': databaseRolesAreOfOne,
  'give the keys that sign certificates only to the public worker': issuerKeysAreOfOne,
  'lock every container down': containersAreLockedDown,
  'mount key files so that the programs accept them': keyFilesCanBeRead,
  'let only the browser write files': onlyTheBrowserWrites,
  'let every program shut down in order': endingsAreOrderly,
  'lose one replica at a time': disruptionsAreBounded,
  'scale every program by its load': everythingScales,
  'allow only the listed connections': networkIsClosed,
  'expose surfaces, and never a management port': servicesShowTheSurface,
  'lead from ingresses to services, with TLS': ingressesLeadToServices,
  'serve the addresses that the programs are configured with': addressesAreServed,
  'keep the management API of the identity provider internal': providerShows(providerPaths()),
};
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

  it.each(named)('$guarantee', ({ rule }) => {
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

const rendering = renderManifests === undefined ? describe.skip : describe;
rendering('the manifests as rendered for the cluster', () => {
  const objects = manifestFolders.flatMap((folder) => renderManifests?.(folder) ?? []);

  it.each(named)('$guarantee', ({ rule }) => {
    expect(rule(manifestsOf(objects))).toEqual([]);
  });

  it('are in one namespace, without duplicates', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names.toSorted()).toEqual(
      readManifests()
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .toSorted(),
    );
    const outside = objects.filter(({ metadata }) => metadata.namespace !== 'governance');
    expect(outside.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(['Namespace governance']);
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
