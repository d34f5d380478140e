import { manifestsOf } from './support/kubernetes/manifest-rule';
import { manifestRules as rules } from './support/kubernetes/manifest-rules';
import { filesOf, manifestFolders, readManifests } from './support/kubernetes/manifests';
import { availabilityViolations } from './support/kubernetes/availability-violations';
import { confinementViolations } from './support/kubernetes/confinement-violations';
import { memoryViolations } from './support/kubernetes/memory-violations';
import { networkViolations } from './support/kubernetes/network-violations';
import { programViolations } from './support/kubernetes/program-violations';
import { settingViolations } from './support/kubernetes/setting-violations';
import { changing } from './support/kubernetes/violation';

const violations = [
  ...programViolations,
  ...settingViolations,
  ...confinementViolations,
  ...availabilityViolations,
  ...networkViolations,
  ...memoryViolations,
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
